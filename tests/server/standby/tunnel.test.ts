import { existsSync, mkdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEmbedded, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { openBackupLogin } from '#server/db/embedded/replication.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openFollower, type Follower } from '#server/standby/follower.ts'
import { standbySlot } from '#server/standby/follower-watch.ts'
import { readFollowing } from '#server/standby/kept-pairing.ts'
import { pairStandby } from '#server/standby/pair-standby.ts'
import { openStandbyDoor, type DoorOptions, type StandbyDoor } from '#server/standby/standby-door.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const patience = { timeout: 300_000, interval: 100 }
const room = newDataDirectory('tunnel')
const [firstDirectory, secondDirectory] = [join(room, 'first'), join(room, 'second')]
let engine: EmbeddedPostgres
let door: StandbyDoor
let options: DoorOptions
let follower: Follower
let slot = ''
const said: string[] = []

async function asked<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
const write = (n: number) => asked(engine.url, `insert into witness select generate_series(1, ${n})`)
const countIn = async (url: string): Promise<number> =>
  (await asked<{ n: number }>(url, 'select count(*)::int as n from witness'))[0]!.n
/** Everything is here, and the first computer says so. */
const isFollowed = async (): Promise<void> => {
  const all = await countIn(engine.url)
  await expect.poll(() => countIn(follower.url).catch(() => -1), patience).toBe(all)
  await expect.poll(() => door.status(), patience).toMatchObject({ awaySince: null, lag: { bytes: 0 }, isLost: false })
}

beforeAll(async () => {
  mkdirSync(firstDirectory)
  engine = await openEmbedded({ directory: join(firstDirectory, 'postgresql') })
  await asked(engine.url, 'create table witness (n int)')
  options = {
    host: '127.0.0.1',
    port: 0,
    dataDirectory: firstDirectory,
    backupUrl: engine.backupUrl,
    migration: (await readMigrations()).at(-1)!.name,
    readKeys: () => Promise.resolve({}),
    onError: () => undefined,
  }
  door = await openStandbyDoor(options)
  options.port = door.port
  const of = { host: '127.0.0.1', port: door.port }
  await pairStandby({ of, words: (await door.offer()).words, dataDirectory: secondDirectory })
  await copyFile(join(firstDirectory, 'postgresql', 'password'), join(secondDirectory, 'postgresql', 'password'))
  const following = (await readFollowing(secondDirectory))!
  slot = standbySlot(following.id)
  follower = await openFollower(following, {
    directory: join(secondDirectory, 'postgresql'),
    say: (sentence) => said.push(sentence),
  })
}, 900_000)
afterAll(async () => {
  await follower.stop()
  await door.stop()
  await engine.stop()
  removeDataDirectory(room)
})

test('a tunnel that is cut is opened again by itself, and what was written meanwhile comes', async () => {
  await write(100)
  await isFollowed()
  await door.stop()
  await write(50)
  await expect.poll(async () => (await follower.status()).isFollowing, patience).toBe(false)
  expect(await countIn(follower.url)).toBe(100)
  door = await openStandbyDoor(options)
  await isFollowed()
  expect(said.filter((sentence) => sentence.includes('de nouveau'))).toEqual([])
}, 900_000)

test('what PostgreSQL gave up is copied again, and the former copy serves until then', async () => {
  await isFollowed()
  await door.stop()
  const login = await openBackupLogin(engine.backupUrl)
  onTestFinished(() => login.end())
  await expect
    .poll(
      () =>
        login.dropSlot(slot).then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(true)
  await write(10)
  const before = await countIn(follower.url)
  door = await openStandbyDoor(options)
  expect(before).toBeGreaterThan(0)
  await isFollowed()
  expect(said.filter((sentence) => sentence.includes('de nouveau'))).toHaveLength(1)
  expect(existsSync(join(secondDirectory, 'postgresql', 'data', 'standby.signal'))).toBe(true)
}, 900_000)

test('what is kept for it is bounded as for the backup, and it is none of the slots that a backup drops', async () => {
  await isFollowed()
  const [limits] = await asked<{ size: string; idle: string }>(
    engine.adminUrl,
    `select current_setting('max_slot_wal_keep_size') as size, current_setting('idle_replication_slot_timeout') as idle`,
  )
  expect(limits).toEqual({ size: '1GB', idle: '3d' })
  expect(slot.startsWith('officine_')).toBe(false)
}, 900_000)
