import { chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { recoveryKeyOf, recoverySheet } from '#server/backup/recovery-key.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const project = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

test('what an installed Officine is told to run, it knows: it has no npm', async () => {
  const root = newDataDirectory('sheet')
  onTestFinished(() => removeDataDirectory(root))
  const sheet = recoverySheet(await recoveryKeyOf(root), new Date('2026-11-29T00:00:00Z'))
  const [install = ''] = /On a Linux computer[\s\S]*?`npm run archive/.exec(read('docs/operations.md')) ?? []
  const told = [...`${sheet}${install}`.matchAll(/(?:\.\/officine |`)([a-z]+:[a-z]+|install)/g)].map(
    ([, name]) => name!,
  )
  expect(told).toEqual(expect.arrayContaining(['backup:key', 'backup:restore', 'postgres:upgrade', 'install']))
  const known = [...read('packaging/officine.sh').matchAll(/^ {2}([a-z:]+)\) program=(\S+)/gm)]
  expect(told.filter((name) => !known.some(([, one]) => one === name))).toEqual([])
  for (const [, , program] of known) expect(statSync(join(project, program!)).isFile()).toBe(true)
})

test.skipIf(process.getuid?.() !== 0)('a key that root makes first belongs to the account of the service', async () => {
  const root = newDataDirectory('owned')
  onTestFinished(() => removeDataDirectory(root))
  chownSync(root, 65_534, 65_534)
  await recoveryKeyOf(root)
  const { uid, mode } = statSync(join(root, 'backup-identity'))
  expect([uid, mode & 0o777]).toEqual([65_534, 0o600])
})
