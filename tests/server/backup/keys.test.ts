import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { writeKeys } from '#server/backup/unpack-backup.ts'
import { keyNames, keysBesideDatabase } from '#server/base/kept-secrets.ts'

async function aRoom(): Promise<string> {
  const room = await mkdtemp(join(tmpdir(), 'officine-keys-'))
  onTestFinished(() => rm(room, { recursive: true }))
  return room
}

test('all that lies beside a database is written again under its name', async () => {
  const [from, to] = [await aRoom(), await aRoom()]
  for (const folder of [from, to]) await mkdir(join(folder, 'postgresql'))
  for (const name of keyNames) await writeFile(join(from, name), `SECRETS_KEY=${name}`)
  const keys = await keysBesideDatabase({ dataDirectory: from, pinSecret: 'p', secretsKeys: ['one', 'two'] })
  await writeKeys(to, { ...keys, 'backup-identity': 'AGE-SECRET-KEY-1' })
  const written = await readdir(to, { recursive: true, withFileTypes: true })
  expect(written.filter((entry) => entry.isFile())).toHaveLength(keyNames.size)
})

test.each([
  '../outside',
  '../../outside',
  '/tmp/outside',
  'postgresql/data/postgresql.auto.conf',
  'x',
  './pin-secret',
  '',
])('a forged list that names « %s » writes nothing', async (name) => {
  const folder = join(await aRoom(), 'deep', 'data')
  await mkdir(folder, { recursive: true })
  await expect(writeKeys(folder, { 'pin-secret': 'ours', [name]: 'forged' })).rejects.toThrow(RestoreRefusal)
  expect(await readdir(dirname(dirname(folder)), { recursive: true })).toEqual(['deep', 'deep/data'])
})
