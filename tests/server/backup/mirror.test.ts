import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fetchRemote } from '#server/backup/fetch-remote.ts'
import { readLines } from '#server/backup/medium.ts'
import type { Mirror, MirrorOptions } from '#server/backup/mirror.ts'
import { filesOf, remoteShops } from '#server/backup/remote-holding.ts'
import { pruneRemote } from '#server/backup/remote-prune.ts'
import { openRemoteStore } from '#server/backup/remote-store.ts'
import { restore } from '#server/backup/restore.ts'
import { backedShop, ledgersOf, openServer } from '#tests/server/support/backed-shop.ts'
import { mirrored as mirrorOf } from '#tests/server/support/mirroring.ts'
import { openS3 } from '#tests/server/support/s3-server.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
let s3: Awaited<ReturnType<typeof openS3>>

beforeAll(async () => {
  backed = await backedShop('mirrored')
  await backed.isStored()
}, 240_000)
afterAll(() => backed.end())
beforeEach(async () => {
  s3 = await openS3()
  await rm(join(backed.dataDirectory, 'backup-remote.json'), { force: true })
})

let count = 0

const mirrored = (options: Partial<MirrorOptions> = {}): Mirror => mirrorOf(backed, s3, { retryMs: 50, ...options })

const until = (mirror: Mirror, what: object) =>
  vi.waitFor(() => expect(mirror.status()).toMatchObject(what), { timeout: 60_000, interval: 20 })

/** Until everything that is committed now can be restored from the bucket. */
async function isSent(mirror: Mirror): Promise<void> {
  await backed.isStored()
  const now = Date.now()
  await vi.waitFor(() => expect(mirror.status().storedUntil?.getTime()).toBeGreaterThan(now), {
    timeout: 60_000,
    interval: 20,
  })
}

async function fetched(to = join(backed.room, `from-bucket-${count++}`), at?: Date) {
  const folder = await fetchRemote(openRemoteStore(s3.place), {
    to,
    at,
    recipient: backed.key.recipient,
    say: () => undefined,
  })
  return { to, folder }
}

const sendings = () => s3.log.filter(({ method }) => method === 'PUT').map(({ key }) => key)

test('a pharmacy is restored from the bucket alone, and the growing log is sent once', async () => {
  const mirror = mirrored()
  await until(mirror, { state: 'current', waitingBytes: 0 })
  await backed.sell(5)
  await isSent(mirror)
  const after = await ledgersOf(backed.database)
  const { to, folder } = await fetched()
  await restore({ from: folder, to, key: backed.key })
  const server = await openServer(to)
  onTestFinished(() => server.close())
  expect(await ledgersOf(server.database)).toEqual(after)
  // each byte went once: no piece was sent again
  const stored = [...s3.objects].reduce((sum, [, { content }]) => sum + content.length, 0)
  expect(new Set(sendings()).size).toBe(sendings().length)
  expect(mirror.status()).toMatchObject({ sentBytes: stored, keepsAll: false, fault: null })
  // the manifest comes after every part
  const base = sendings().filter((key) => key.includes('/base-'))
  expect(base.at(-1)).toContain('manifest.json/')
  expect(base.filter((key) => key.includes('manifest.json/'))).toHaveLength(1)
  expect([...s3.objects.keys()].every((key) => key.startsWith('officine/officine-'))).toBe(true)
})

test('a line that breaks again and again ends all the same, no piece is sent twice, and no base is in the bucket before its manifest', async () => {
  s3.state.endsAfter = 3
  const mirror = mirrored()
  await until(mirror, { state: 'offline', fault: 'le stockage distant ne répond pas', storedUntil: null })
  await expect(fetched()).rejects.toThrow('Le stockage distant ne répond pas')
  for (let requests = 6; mirror.status().storedUntil === null; requests += 3) {
    s3.state.endsAfter = s3.log.length + 3
    expect(requests).toBeLessThan(3_000)
    await new Promise((done) => setTimeout(done, 60))
  }
  expect(new Set(sendings()).size).toBe(sendings().length)
  s3.state.endsAfter = Infinity
  await until(mirror, { state: 'current', fault: null })
})

test('a base that was sent in half is not there; a restore that was cut goes on where it was', async () => {
  const mirror = mirrored()
  await isSent(mirror)
  await mirror.stop()
  const [manifest] = [...s3.objects.keys()].filter((key) => key.includes('manifest.json/'))
  const kept = s3.objects.get(manifest!)!
  s3.objects.delete(manifest!)
  await expect(fetched()).rejects.toThrow('ne contient pas de sauvegarde complète')
  s3.objects.set(manifest!, kept)
  const to = join(backed.room, `from-bucket-${count++}`)
  const before = s3.log.length
  s3.state.endsAfter = before + 4
  await expect(fetched(to)).rejects.toThrow('Relancez la commande')
  s3.state.endsAfter = Infinity
  const { folder } = await fetched(to)
  const read = s3.log.slice(before).filter(({ method, key }) => method === 'GET' && key !== '')
  expect(new Set(read.map(({ key }) => key)).size).toBe(read.length)
  await restore({ from: folder, to, key: backed.key })
  expect(existsSync(join(to, 'postgresql'))).toBe(true)
})

test('what the store refuses is told in French, and no sale waits for it', async () => {
  const wrong = async (place: Partial<typeof s3.place>) => {
    const mirror = mirrored({ store: openRemoteStore({ ...s3.place, ...place }) })
    await until(mirror, { state: 'failing' })
    await mirror.stop()
    return mirror.status().fault
  }
  expect(await wrong({ secret: 'other' })).toBe('le stockage distant refuse BACKUP_S3_SECRET')
  expect(await wrong({ keyId: 'other' })).toBe('le stockage distant ne connaît pas BACKUP_S3_KEY_ID')
  expect(await wrong({ bucket: 'other' })).toBe('le compartiment other n’existe pas')
  await backed.sell(1)
})

test('nothing is sent or removed while the medium is away, and another medium is another line beside the first', async () => {
  const mirror = mirrored()
  await isSent(mirror)
  const first = new Set(s3.objects.keys())
  const drawer = `${backed.medium}-in-the-drawer`
  await rename(backed.medium, drawer)
  await until(mirror, { state: 'waiting' })
  expect(new Set([...first].filter((key) => !s3.objects.has(key)))).toEqual(new Set())
  await mkdir(backed.medium)
  await isSent(mirror)
  const lines = new Set([...s3.objects.keys()].map((key) => key.split('/')[2]))
  expect(lines.size).toBe(2)
  expect([...first].filter((key) => !s3.objects.has(key))).toEqual([])
  await rm(drawer, { recursive: true })
})

/** The lines of the bucket and its objects. */
async function inBucket() {
  const store = openRemoteStore(s3.place)
  const objects = await store.list()
  const shops = await remoteShops(store, filesOf(objects), { manifests: new Map() })
  return { store, objects, lines: [...shops.values()].flat() }
}

test('the rule of the medium prunes the bucket: the newest base stays, however old, and a key that may not remove keeps all', async () => {
  const mirror = mirrored()
  await isSent(mirror)
  await mirror.stop()
  const signal = new AbortController().signal
  const prune = async (line: string, now: number) => {
    const { store, ...held } = await inBucket()
    return pruneRemote(store, { ...held, line, lists: [], now, mayGoOn: () => true, signal })
  }
  const later = Date.now() + 4 * 366 * 86_400_000
  const [line] = (await inBucket()).lines
  const all = new Set(s3.objects.keys())
  await prune(line!.name, later)
  expect(new Set(s3.objects.keys())).toEqual(all)
  // an older line, whose only base is four years old beside a newer one
  for (const [key, { content, at }] of new Map(s3.objects))
    s3.objects.set(key.replace('officine_2', 'officine_1'), { content, at })
  s3.state.mayRemove = false
  expect(await prune(line!.name, later)).toBe(false)
  expect(s3.objects.size).toBe(2 * all.size)
  s3.state.mayRemove = true
  expect(await prune(line!.name, later)).toBe(true)
  expect(new Set(s3.objects.keys())).toEqual(all)
  const removed = s3.log.filter(({ method }) => method === 'DELETE').map(({ key }) => key)
  expect(removed.find((key) => key.includes('/base-'))).toContain('manifest.json/')
  expect((await readdir(backed.medium)).length).toBe(1)
  expect((await readLines(join(backed.medium, (await readdir(backed.medium))[0]!)))[0]!.bases.length).toBeGreaterThan(0)
})
