import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { chooseBase, RestoreRefusal } from '#server/backup/choose-base.ts'
import { logPath, makeBaseFolder, makeLine, readLines, writeManifest } from '#server/backup/medium.ts'
import { prune } from '#server/backup/prune.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const now = new Date('2026-11-29T03:00:00Z')
const recipient = 'age1ours'
let medium = ''
beforeEach(() => {
  medium = newDataDirectory('prune')
  onTestFinished(() => removeDataDirectory(medium))
})

const mega = 1024n * 1024n
type Made = { system: string; line: string; at: string; start: bigint; of?: string }

/** A base with the file of the log that makes it whole. */
async function aBase({ system, line, at, start, of = recipient }: Made): Promise<string> {
  const shop = join(medium, `officine-${system}`)
  await makeLine(shop, line)
  const folder = await makeBaseFolder(shop, line, new Date(at))
  const moment = new Date(at).toISOString()
  await writeManifest(folder, {
    format: 1,
    system,
    recipient: of,
    timeline: 1,
    start,
    end: start + 1n,
    startedAt: moment,
    finishedAt: moment,
    engine: '18',
    migration: '0001-ground-floor.sql',
    parts: [{ name: '0001.part', size: 1000, sha256: '0'.repeat(64) }],
  })
  await writeFile(logPath(shop, line, { timeline: 1, start }), 'log')
  return folder
}

const pruned = (system: string, line: string) =>
  prune({ directory: medium, folder: join(medium, `officine-${system}`), line, recipient, now })

test('a clock that went back makes no base old: the last one of the log is the newest', async () => {
  const before = await aBase({ system: '1', line: 'officine_a', at: '2026-11-28T03:00:00Z', start: 0n })
  const wrong = await aBase({ system: '1', line: 'officine_b', at: '2025-01-01T00:00:00Z', start: 64n * mega })
  expect((await chooseBase(medium, undefined, recipient)).base.folder).toBe(wrong)
  await pruned('1', 'officine_b')
  expect([existsSync(before), existsSync(wrong)]).toEqual([true, true])
})

test('a manifest that the medium does not give just now takes nothing away', async () => {
  const base = await aBase({ system: '1', line: 'officine_a', at: '2026-11-28T03:00:00Z', start: 0n })
  await aBase({ system: '1', line: 'officine_b', at: '2026-11-29T02:00:00Z', start: 64n * mega })
  // read as a file, a folder is an error of the system
  await rm(join(base, 'manifest.json'))
  await mkdir(join(base, 'manifest.json'))
  await pruned('1', 'officine_b')
  await makeBaseFolder(join(medium, 'officine-1'), 'officine_a', now)
  expect(await readdir(base)).toEqual(['manifest.json'])
  const [line] = await readLines(join(medium, 'officine-1'))
  expect(line?.logs).toHaveLength(1)
})

test('what a killed process left of a base goes, also in a line that is no longer written', async () => {
  await aBase({ system: '1', line: 'officine_a', at: '2026-11-28T03:00:00Z', start: 0n })
  const left = await makeBaseFolder(join(medium, 'officine-1'), 'officine_a', now)
  await aBase({ system: '1', line: 'officine_b', at: '2026-11-29T02:00:00Z', start: 64n * mega })
  await pruned('1', 'officine_b')
  expect(existsSync(left)).toBe(false)
})

test('after another major version of PostgreSQL both systems are of one pharmacy: the newest is restored, the old one ages', async () => {
  const former = await aBase({ system: '1', line: 'officine_a', at: '2026-10-01T03:00:00Z', start: 900n * mega })
  const next = await aBase({ system: '2', line: 'officine_b', at: '2026-11-29T02:00:00Z', start: 0n })
  expect((await chooseBase(medium, undefined, recipient)).base.folder).toBe(next)
  expect((await chooseBase(medium, new Date('2026-11-01'), recipient)).base.folder).toBe(former)
  await prune({
    directory: medium,
    folder: join(medium, 'officine-2'),
    line: 'officine_b',
    recipient,
    now: new Date('2030-11-29'),
  })
  expect((await readdir(medium)).toSorted()).toEqual(['officine-2'])
  expect(existsSync(next)).toBe(true)
})

test('the backups of another pharmacy are neither chosen nor pruned', async () => {
  const theirs = await aBase({
    system: '1',
    line: 'officine_a',
    at: '2020-01-01T03:00:00Z',
    start: 0n,
    of: 'age1their',
  })
  const ours = await aBase({ system: '2', line: 'officine_b', at: '2019-01-01T02:00:00Z', start: 0n })
  expect((await chooseBase(medium, undefined, recipient)).base.folder).toBe(ours)
  await pruned('2', 'officine_b')
  expect(existsSync(theirs)).toBe(true)
  const refused = await chooseBase(medium, undefined, 'age1nobody').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RestoreRefusal)
  expect((refused as Error).message).toContain('plusieurs pharmacies')
  expect(basename(ours)).toMatch(/^base-/)
})
