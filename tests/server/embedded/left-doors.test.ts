import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeLeftDoors } from '#server/db/embedded/postmaster.ts'

let parent: string
beforeAll(async () => (parent = await mkdtemp(join(tmpdir(), 'doors-'))))
afterAll(() => rm(parent, { recursive: true }))

test('of the doors in a folder only the old, empty ones of this account are removed', async () => {
  const old = new Date(Date.now() - 2 * 60 * 60_000)
  const folder = async (name: string, { holds, at = old }: { holds?: string; at?: Date } = {}) => {
    await mkdir(join(parent, name))
    if (holds) await writeFile(join(parent, name, holds), '')
    await utimes(join(parent, name), at, at)
  }
  await folder('officine-aB3dE6')
  await folder('officine-inUse1', { holds: '.s.PGSQL.5432' })
  await folder('officine-young1', { at: new Date() })
  await folder('officine-data')
  await folder('elsewhere')
  await symlink(join(parent, 'elsewhere'), join(parent, 'officine-linked'))
  await writeFile(join(parent, 'officine-a0file'), '')

  await removeLeftDoors(parent, { uid: (process.getuid?.() ?? 0) + 1, gid: 0 })
  expect(await readdir(parent)).toContain('officine-aB3dE6')

  await removeLeftDoors(parent, undefined)
  expect((await readdir(parent)).sort()).toEqual([
    'elsewhere',
    'officine-a0file',
    'officine-data',
    'officine-inUse1',
    'officine-linked',
    'officine-young1',
  ])
})

test('a folder that cannot be read removes nothing and stops nobody', async () => {
  await expect(removeLeftDoors(join(parent, 'missing'), undefined)).resolves.toBeUndefined()
})
