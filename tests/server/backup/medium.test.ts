import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import { openBackup } from '#server/backup/backup-loop.ts'
import { readLines, shopFolders } from '#server/backup/medium.ts'
import { restore } from '#server/backup/restore.ts'
import { makeCopy } from '#tests/server/support/a-copy.ts'
import { backedShop, ledgersOf, openServer } from '#tests/server/support/backed-shop.ts'
import { mountSmallDisk, onSmallDisk } from '#tests/server/support/small-disk.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
beforeAll(async () => {
  backed = await backedShop('medium')
  await backed.isStored()
}, 120_000)
afterAll(() => backed.end())

let count = 0
const linesOf = async () => readLines((await shopFolders(backed.medium))[0]!)

async function ledgersOfRestored(): Promise<Record<string, string>> {
  const to = join(backed.room, `restored-${count++}`)
  await restore({ from: backed.medium, to, key: backed.key })
  const server = await openServer(to)
  try {
    return await ledgersOf(server.database)
  } finally {
    await server.close()
    await rm(to, { recursive: true })
  }
}

async function slotsOf(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url.replace('/officine?', '/postgres?') })
  await client.connect()
  const { rows } = await client.query('select slot_name from pg_replication_slots')
  await client.end()
  return rows
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: backed.database.backupUrl!.replace('officine_backup', 'postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('the login of backups reads no table and changes none', async () => {
  const client = new pg.Client({ connectionString: backed.database.backupUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await expect(client.query('select * from sales')).rejects.toThrow('permission denied')
  await expect(client.query('create table mine (n int)')).rejects.toThrow('permission denied')
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as may from pg_roles where rolname = current_user',
  )
  expect(rows[0]).toEqual({ may: false })
})

test('a medium that was away is caught up when it is back, without a new base', async () => {
  const bases = (await linesOf()).map((line) => line.bases.length)
  const away = `${backed.medium}-away`
  await rename(backed.medium, away)
  await expect
    .poll(() => backed.backup.status(), { timeout: 20_000 })
    .toMatchObject({
      isStreaming: false,
      awaySince: expect.any(Date) as Date,
      fault: null,
    })
  await backed.sell(10)
  await rename(away, backed.medium)
  await backed.isStored()
  expect((await backed.backup.status()).awaySince).toBeNull()
  expect((await linesOf()).map((line) => line.bases.length)).toEqual(bases)
  expect(await ledgersOfRestored()).toEqual(await ledgersOf(backed.database))
})

test('another medium gets a base of its own', async () => {
  const first = `${backed.medium}-first`
  await rename(backed.medium, first)
  await mkdir(backed.medium)
  await expect.poll(async () => (await readdir(backed.medium)).length, { timeout: 20_000 }).toBe(1)
  await expect.poll(async () => (await linesOf()).map((line) => line.bases.length), { timeout: 60_000 }).toEqual([1])
  await backed.sell(3)
  await backed.isStored()
  expect(await ledgersOfRestored()).toEqual(await ledgersOf(backed.database))
  await rm(first, { recursive: true })
})

test('what PostgreSQL keeps for a medium that is away is bounded; after that a new base is taken', async () => {
  await backed.backup.stop()
  const [before] = (await linesOf()).map((line) => line.name)
  await administer(`alter system set max_slot_wal_keep_size = '16MB'`)
  await administer('select pg_reload_conf()')
  for (let filled = 0; filled < 4; filled++) {
    await backed.sell(1)
    await administer('select pg_switch_wal()')
  }
  await administer('checkpoint')
  await administer(`alter system set max_slot_wal_keep_size = '1GB'`)
  await administer('select pg_reload_conf()')
  const backup = await backed.openBackup()
  onTestFinished(() => backup.stop())
  await expect
    .poll(async () => (await linesOf()).find((line) => line.name !== before)?.bases.length, { timeout: 60_000 })
    .toBe(1)
  await backed.isStored(backup)
  expect(await ledgersOfRestored()).toEqual(await ledgersOf(backed.database))
})

test('a copy is not backed up before it is confirmed: it would be the newest backup of the pharmacy', async () => {
  await backed.backup.stop()
  await makeCopy(backed.database, backed.shop.id)
  const backup = await backed.openBackup()
  onTestFinished(() => backup.stop())
  await expect
    .poll(async () => (await backup.status()).fault)
    .toBe('rien n’est sauvegardé ici : cette copie n’est pas confirmée, ou ce serveur a été remplacé')
  await backed.as(backed.shop.titulaire.token).call(pharmacies.confirmCopy, {})
  await backed.isStored(backup)
})

test('a base that fails is said as long as none succeeds, and the log goes on', async () => {
  await backed.backup.stop()
  const directory = join(backed.room, 'medium-without-base')
  await mkdir(directory)
  const backup = openBackup({
    backupUrl: backed.database.backupUrl!,
    directory,
    dataDirectory: backed.dataDirectory,
    recipient: backed.key.recipient,
    migration: '0001-ground-floor.sql',
    readKeys: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    isNoShop: () => Promise.resolve(false),
    keepErased: () => Promise.resolve([]),
    retryMs: 200,
  })
  backup.start()
  onTestFinished(() => backup.stop())
  await expect.poll(async () => (await backup.status()).fault, { timeout: 20_000 }).toContain('le support est plein')
  const [shop] = await shopFolders(directory)
  const logs = async () => (await readLines(shop!)).flatMap((line) => line.logs.map(({ path }) => path))
  await backed.sell(2)
  await expect.poll(async () => (await backup.status()).lagBytes, { timeout: 20_000 }).toBe(0)
  const before = await logs()
  expect(before).not.toEqual([])
  await new Promise((done) => setTimeout(done, 1_000))
  expect(await backup.status()).toMatchObject({
    isStreaming: true,
    newestBaseAt: null,
    fault: 'la base n’a pas pu être copiée : le support est plein',
  })
  expect(await logs()).toEqual(before)
})

onSmallDisk('a folder that is a disk of its own is no target: its name cannot be taken', async () => {
  const to = newDataDirectory('target')
  const unmount = mountSmallDisk(to, 8)
  onTestFinished(() => {
    unmount()
    removeDataDirectory(to)
  })
  await expect(restore({ from: backed.medium, to, key: backed.key })).rejects.toThrow('est un disque à lui seul')
})

onSmallDisk('while the disk of the data has little room, nothing is kept for a medium that is away', async () => {
  let unmount = () => {}
  const small = await backedShop('small disk', (directory) => {
    unmount = mountSmallDisk(directory, 600)
  })
  onTestFinished(async () => {
    unmount()
    await small.end()
  })
  await small.isStored()
  const away = `${small.medium}-away`
  const slots = async () => (await slotsOf(small.database.backupUrl!)).length
  expect(await slots()).toBe(1)
  await rename(small.medium, away)
  await expect.poll(slots, { timeout: 20_000 }).toBe(0)
  await rename(away, small.medium)
  await small.isStored()
})

onSmallDisk('a medium that is full or read-only is said, no sale waits, and it goes on by itself', async () => {
  const small = await backedShop('small medium')
  onTestFinished(() => small.end())
  await small.isStored()
  await small.backup.stop()
  const unmount = mountSmallDisk(small.medium, 200)
  chmodSync(small.medium, 0o755)
  onTestFinished(unmount)
  const backup = await small.openBackup()
  onTestFinished(() => backup.stop())
  await small.isStored(backup)
  const { bavail, bsize } = statfsSync(small.medium)
  writeFileSync(join(small.medium, 'filling'), Buffer.alloc(bavail * bsize))
  await small.sell(200)
  await expect.poll(async () => (await backup.status()).fault, { timeout: 30_000 }).toBe('le support est plein')
  await small.sell(5)
  rmSync(join(small.medium, 'filling'))
  await small.isStored(backup)

  // a file that is open for writing keeps it writable
  await backup.stop()
  execFileSync('mount', ['-o', 'remount,ro', small.medium])
  const again = await small.openBackup()
  onTestFinished(() => again.stop())
  await small.sell(5)
  await expect
    .poll(async () => (await again.status()).fault, { timeout: 30_000 })
    .toBe('le support est en lecture seule')
  execFileSync('mount', ['-o', 'remount,rw', small.medium])
  await small.isStored(again)
})
