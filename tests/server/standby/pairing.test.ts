import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEmbedded, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { openBackupLogin } from '#server/db/embedded/replication.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { hasNoDatabase } from '#server/first-start/restore-here.ts'
import { askOnce, KeyRefused } from '#server/standby/channel.ts'
import { standbySlot } from '#server/standby/follower-watch.ts'
import { fetchKeys } from '#server/standby/kept-keys.ts'
import { readFollowing, type Following } from '#server/standby/kept-pairing.ts'
import { pairStandby } from '#server/standby/pair-standby.ts'
import { openStandbyDoor, type StandbyDoor } from '#server/standby/standby-door.ts'
import { openTunnel } from '#server/standby/tunnel.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const room = newDataDirectory('pairing')
const dataDirectory = join(room, 'first')
const clock = { now: new Date() }
let keys: Record<string, string> = { 'pin-secret': 'secret', 'postgresql/password': 'of the first' }
let engine: EmbeddedPostgres
let door: StandbyDoor
beforeAll(async () => {
  mkdirSync(dataDirectory)
  engine = await openEmbedded({ directory: join(dataDirectory, 'postgresql'), settings: { fsync: 'off' } })
  door = await openDoor()
}, 120_000)
afterAll(async () => {
  await door.stop()
  await engine.stop()
  removeDataDirectory(room)
})

async function openDoor(migration?: string): Promise<StandbyDoor> {
  return openStandbyDoor({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    backupUrl: engine.backupUrl,
    migration: migration ?? (await readMigrations()).at(-1)!.name,
    readKeys: () => Promise.resolve(keys),
    onError: () => undefined,
    now: () => clock.now,
  })
}

let count = 0
/** A computer that comes with words; what it is told, or its pairing. */
async function come(
  words: string,
  { port } = door,
  target = join(room, `second-${count++}`),
): Promise<{ said: string | null; following: Following | undefined; target: string }> {
  const said = await pairStandby({
    of: { host: '127.0.0.1', port },
    words,
    dataDirectory: target,
    name: 'second',
  }).then(
    () => null,
    (error: Error) => error.message,
  )
  const following = existsSync(target) ? await readFollowing(target) : undefined
  // the first page must not offer a new pharmacy there
  expect(await hasNoDatabase(target)).toBe(following === undefined)
  if (said !== null && existsSync(target)) expect(await readdir(target)).toEqual([])
  return { said, following, target }
}
const refusedKey = expect.stringContaining('n’accepte pas ces six mots') as string

test('words serve one computer, once; wrong ones, those before and those of ten minutes ago serve nobody', async () => {
  expect(await come('baba baba baba baba baba baba')).toMatchObject({ said: refusedKey })
  const { words } = await door.offer()
  expect(await come('bado')).toMatchObject({ said: expect.stringContaining('Ce ne sont pas les six mots') as string })
  expect(await come('baba baba baba baba baba baba')).toMatchObject({ said: refusedKey })
  expect(await come(words.toUpperCase().replaceAll(' ', '-'))).toMatchObject({
    said: null,
    following: { state: 'following' },
  })
  expect(await come(words)).toMatchObject({ said: refusedKey })

  const former = (await door.offer()).words
  await door.offer()
  expect(await come(former)).toMatchObject({ said: refusedKey })
  const late = (await door.offer()).words
  clock.now = new Date(clock.now.getTime() + 10 * 60_000 + 1)
  expect(await come(late)).toMatchObject({ said: refusedKey })
  expect(await door.status()).toMatchObject({ name: 'second' })
}, 120_000)

test('after five wrong tries the right words are over too', async () => {
  const { words } = await door.offer()
  for (let tried = 0; tried < 5; tried++)
    expect(await come('zuzu zuzu zuzu zuzu zuzu zuzu')).toMatchObject({ said: refusedKey })
  expect(await come(words)).toMatchObject({ said: refusedKey })
}, 120_000)

test('a third computer with new words takes the place of the second, which is let in no more and has nothing kept', async () => {
  const second = (await come((await door.offer()).words)).following!
  const login = await openBackupLogin(engine.backupUrl)
  onTestFinished(() => login.end())
  await login.createSlot(standbySlot(second.id))
  const third = (await come((await door.offer()).words)).following!
  expect(await login.slots('standby_')).toEqual([])
  const hello = { do: 'replaced', generations: '' }
  const asked = () => askOnce(third.of, { identity: third.id, psk: Buffer.from(third.key, 'hex') }, hello)
  // a server that still starts cannot hear it: it is asked again
  await expect(asked()).rejects.toThrow()
  door.hearReplaced(() => Promise.resolve(false))
  await expect(
    askOnce(second.of, { identity: second.id, psk: Buffer.from(second.key, 'hex') }, hello),
  ).rejects.toBeInstanceOf(KeyRefused)
  expect(await asked()).toEqual({ isReplaced: false })
  await door.forget()
  expect(await door.status()).toBeUndefined()
  await expect(asked()).rejects.toBeInstanceOf(KeyRefused)
}, 120_000)

test('a second computer with an older program is told so, and its words are not used up', async () => {
  const newer = await openDoor('9999-of-a-later-version.sql')
  onTestFinished(() => newer.stop())
  const { words } = await newer.offer()
  for (let tried = 0; tried < 2; tried++)
    expect(await come(words, newer)).toMatchObject({
      said: 'Le premier ordinateur a une version plus récente d’Officine : installez-la aussi sur celui-ci.',
    })
}, 120_000)

test('through the tunnel PostgreSQL is reached as the login of backups, and as nobody else', async () => {
  const following = (await come((await door.offer()).words)).following!
  const key = { identity: following.id, psk: Buffer.from(following.key, 'hex') }
  const tunnel = await openTunnel(following.of, { key, account: undefined, password: '' })
  onTestFinished(() => tunnel.close())
  const login = await openBackupLogin(tunnel.url)
  expect(login.engine).toBe('18')
  await login.end()
  for (const user of ['postgres', 'officine', 'officine_app']) {
    const client = new Client({ host: tunnel.host, port: tunnel.port, user, database: 'postgres' })
    client.on('error', () => {})
    await expect(client.connect()).rejects.toThrow()
  }
}, 120_000)

test('what the first computer makes or changes after the pairing comes too: files known by name, and no password of a cluster that runs', async () => {
  const { following, target } = await come((await door.offer()).words)
  const kept = (name: string): Promise<string> => readFile(join(target, name), 'utf8')
  keys = {
    'pin-secret': 'changed',
    'postgresql/password': 'changed',
    'shop-authority.pem': 'made later',
    '../outside': 'never',
    'standby.json': 'never',
  }
  await fetchKeys(following!, target, AbortSignal.timeout(10_000))
  expect(await kept('pin-secret')).toBe('changed')
  expect(await kept('shop-authority.pem')).toBe('made later')
  expect(await kept('postgresql/password')).toBe('of the first')
  expect(await readFollowing(target)).toEqual(following)
  expect((await readdir(target)).toSorted()).toEqual(['pin-secret', 'postgresql', 'shop-authority.pem', 'standby.json'])
  expect(existsSync(join(room, 'outside'))).toBe(false)
  await door.forget()
  await expect(fetchKeys(following!, target, AbortSignal.timeout(10_000))).rejects.toBeInstanceOf(KeyRefused)
}, 120_000)

test.skipIf(process.getuid?.() !== 0)(
  'root pairs in the empty folder of the account of the service: everything belongs to that one',
  async () => {
    const target = join(room, 'of-the-service')
    mkdirSync(target, { mode: 0o700 })
    const service = 54_321
    chownSync(target, service, service)
    expect(await come('baba baba baba baba baba baba', door, target)).toMatchObject({ said: refusedKey })
    expect(await come((await door.offer()).words, door, target)).toMatchObject({ said: null })
    for (const name of ['.', ...(await readdir(target)), 'postgresql/log', 'postgresql/password'])
      expect(await stat(join(target, name)), name).toMatchObject({ uid: service, gid: service })
  },
  120_000,
)
