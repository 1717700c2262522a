import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placeIn, type Place } from '#server/db/embedded/data-directory.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { undoSwap } from '#server/db/embedded/swap.ts'
import { settleCopy } from '#server/standby/first-copy.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

/** A follower with a former copy, and a new one beside it. */
async function aFollower(): Promise<{ place: Place; part: string }> {
  const folder = newDataDirectory('settle')
  onTestFinished(() => removeDataDirectory(folder))
  const place = placeIn(folder)
  const part = join(folder, 'data.part-1-new')
  for (const [at, name] of [
    [place.data, 'former'],
    [part, 'new'],
  ] as const) {
    await mkdir(at)
    await writeFile(join(at, 'which'), name)
  }
  return { place, part }
}
const which = ({ data }: Place) => readFile(join(data, 'which'), 'utf8')

test('a new copy takes the place of the former one, or of none, and nothing else stays', async () => {
  const { place, part } = await aFollower()
  await settleCopy(place, part)
  expect(await which(place)).toBe('new')
  expect(await readdir(place.folder)).toEqual(['data'])
  await rename(place.data, part)
  await settleCopy(place, part)
  expect(await which(place)).toBe('new')
})

test('a cut between the two renames loses no copy', async () => {
  const { place } = await aFollower()
  await rename(place.data, join(place.folder, 'data.part-1-old'))
  await writeFile(join(place.folder, 'swap.json'), JSON.stringify({ pid: process.pid, kept: 'data.part-1-old' }))
  expect(await undoSwap(place)).toContain('rien n’est perdu')
  expect(await which(place)).toBe('former')
})

test('a follower without its copy makes no database of its own', async () => {
  const { place } = await aFollower()
  await rename(place.data, join(place.folder, 'elsewhere'))
  await expect(openEmbedded({ directory: place.folder, isFollower: true })).rejects.toMatchObject({ reason: 'broken' })
  expect(existsSync(place.data)).toBe(false)
}, 120_000)
