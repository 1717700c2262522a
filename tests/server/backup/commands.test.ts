import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { backedShop, openServer } from '#tests/server/support/backed-shop.ts'
import { isMirrored } from '#tests/server/support/mirroring.ts'
import { openS3 } from '#tests/server/support/s3-server.ts'
import { spawnProgram } from '#tests/server/support/server-process.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
let key = ''

beforeAll(async () => {
  backed = await backedShop('commanded')
  await backed.isStored()
  key = join(backed.room, 'key.txt')
  await writeFile(key, backed.key.identity)
}, 240_000)
afterAll(() => backed.end())

const command = (name: string, args: readonly string[] = [], environment: Record<string, string> = {}) =>
  spawnProgram(`src/server/start/${name}.ts`, { DATA_DIRECTORY: backed.dataDirectory, ...environment }, args)
const linesOf = (text: string) => text.trim().split('\n')

test.each(['audit-check', 'secrets-rotate'])(
  '%s on a database that is in use is one sentence',
  async (name) => {
    const running = command(name)
    expect(await running.ended).toBe(1)
    expect(linesOf(running.output())).toEqual([expect.stringContaining('est déjà ouverte par Officine')])
  },
  120_000,
)

test.each(['audit-check', 'secrets-rotate', 'backup-key'])(
  '%s with a wrong setting is told the setting',
  async (name) => {
    const running = command(name, [], { PORT: 'four' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain('- PORT est un nombre')
    expect(running.output()).not.toContain(' at ')
  },
  120_000,
)

test('an option that a command does not know is one French sentence', async () => {
  const running = command('backup-restore', ['--form', 'x'])
  expect(await running.ended).toBe(1)
  expect(linesOf(running.output())).toEqual([expect.stringContaining('Cette commande ne comprend pas « --form')])
}, 120_000)

test.skipIf(process.platform !== 'linux')(
  'a restore that is stopped ends its PostgreSQL and leaves nothing',
  async () => {
    const args = ['--from', backed.medium, '--to', join(backed.room, 'stopped'), '--key', key]
    const running = command('backup-restore', args)
    const parts = async () => (await readdir(backed.room)).filter((name) => name.startsWith('.stopped.restore-'))
    const own = async () => {
      const [part] = await parts()
      return part ? ((await processesOn(join(backed.room, part, 'postgresql', 'data')).catch(() => [])) ?? []) : []
    }
    await expect.poll(async () => (await own()).length, { timeout: 100_000, interval: 5 }).toBeGreaterThan(0)
    const pids = await own()
    expect(await running.end('SIGINT')).toBe(1)
    expect(running.output()).toContain('Arrêté : rien n’a été touché.')
    expect((await readdir(backed.room)).filter((name) => name.includes('stopped'))).toEqual([])
    // gone, or ended and not yet taken note of by the system
    const isRunning = (pid: number) =>
      readlink(`/proc/${pid}/cwd`).then(
        () => true,
        () => false,
      )
    expect(await Promise.all(pids.map(isRunning))).not.toContain(true)
  },
  240_000,
)

test('backup:restore takes a bucket, with the key of the environment', async () => {
  const s3 = await openS3()
  await isMirrored(backed, s3)
  const to = join(backed.room, 'from-bucket')
  const args = ['--from', 's3://sauvegardes/officine', '--to', to, '--key', key]
  const without = command('backup-restore', args, { BACKUP_S3_ENDPOINT: s3.place.endpoint })
  expect(await without.ended).toBe(1)
  expect(linesOf(without.output())).toEqual([expect.stringContaining('demande BACKUP_S3_KEY_ID et BACKUP_S3_SECRET')])
  const running = command('backup-restore', args, s3.environment)
  expect(await running.ended).toBe(0)
  expect(running.output()).toContain(`Restauré dans ${to}`)
  expect((await readdir(backed.room)).filter((name) => name.endsWith('.remote'))).toEqual([])
  const restored = await openServer(to)
  await restored.close()
}, 400_000)
