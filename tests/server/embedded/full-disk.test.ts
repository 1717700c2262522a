import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, salesCount } from '#tests/server/support/selling.ts'
import { openShop, testProject } from '#tests/server/support/shop.ts'
import { mountSmallDisk, onSmallDisk } from '#tests/server/support/small-disk.ts'
import { pinSecret } from '#tests/server/support/test-app.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const megabyte = 1024 * 1024
onSmallDisk(
  'a nearly full disk: sales are refused with the reason and none is half written; with room again they go on',
  async () => {
    const disk = aSmallDisk()
    const database = await openOn(disk)
    const shop = await openShop(database, 'full disk')
    const post = await closing(database, shop.vendeur.token)
    expect(await post(aSale(shop))).toMatchObject({ status: 201 })

    leaveRoom(disk, 40 * megabyte)
    const refused = aSale(shop)
    // one look at the disk serves a second of sales
    await expect.poll(async () => (await post(refused)).status, { timeout: 30_000 }).toBe(507)
    expect(await post(refused)).toEqual({ status: 507, message: 'server:diskFull' })
    const counted = await salesCount(database, shop)
    expect(await brokenLedgers(database, shop.id)).toEqual([])

    empty(disk)
    await expect.poll(async () => (await post(aSale(shop))).status, { timeout: 30_000 }).toBe(201)
    expect(await post(aSale(shop))).toMatchObject({ status: 201 })
    expect(await salesCount(database, shop)).toBe(counted + 2)
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  },
)

onSmallDisk(
  'a disk without a byte: what PostgreSQL itself cannot write is refused whole, and it comes back by itself',
  async () => {
    const disk = aSmallDisk()
    const database = await openOn(disk)
    const shop = await openShop(database, 'no byte')
    const post = await closing(database, shop.vendeur.token)
    expect(await post(aSale(shop))).toMatchObject({ status: 201 })
    // beside the guard of `write`: as if another program had filled the disk within the same second
    const writeMuch = () =>
      database.platform((tx) =>
        sql`create table much as select repeat(md5(n::text), 30) as text from generate_series(1, 60000) n`.execute(tx),
      )
    leaveRoom(disk, 0)
    await expect(writeMuch()).rejects.toThrow()

    empty(disk)
    await expect
      .poll(
        () =>
          writeMuch().then(
            () => 'written',
            (error: Error) => error.message,
          ),
        { timeout: 60_000 },
      )
      .toBe('written')
    await expect.poll(async () => (await post(aSale(shop))).status, { timeout: 60_000 }).toBe(201)
    expect(await brokenLedgers(database, shop.id)).toEqual([])
  },
)

function aSmallDisk(): string {
  const directory = newDataDirectory('disk')
  const unmount = mountSmallDisk(directory, 320)
  chmodSync(directory, 0o711)
  onTestFinished(() => {
    unmount()
    removeDataDirectory(directory)
  })
  return directory
}

async function openOn(disk: string): Promise<Database> {
  const database = await openDatabase({ directory: join(disk, 'postgresql') })
  onTestFinished(() => database.close())
  return database
}

/** Fills the disk until just so many bytes are free. */
function leaveRoom(disk: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filling'), Buffer.alloc(bavail * bsize - bytes))
}

function empty(disk: string): void {
  rmSync(join(disk, 'filling'))
}

/** Closes a sale through the real route; answers what a terminal would see. */
async function closing(database: Database, token: string) {
  const identity = openIdentity({ database, projectId: testProject, emulatorHost: '127.0.0.1:9', pinSecret })
  const app = await buildApp({ database, identity, hints: await openHints() })
  onTestFinished(() => app.close())
  return async (sale: object): Promise<{ status: number; message?: string }> => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sales',
      headers: { authorization: `Bearer ${token}` },
      payload: sale,
    })
    const { message } = reply.json<{ message?: string }>()
    return message === undefined ? { status: reply.statusCode } : { status: reply.statusCode, message }
  }
}
