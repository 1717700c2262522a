import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { openBackup, type Backup } from '#server/backup/backup-loop.ts'
import { openBeside, type Beside, type BesideOptions } from '#server/backup/beside.ts'
import { openDrills, type Drills } from '#server/backup/drill-loop.ts'
import { isNoShop } from '#server/backup/copy.repo.ts'
import { keepErased } from '#server/backup/erasures.ts'
import { recoveryKeyOf, type RecoveryKey } from '#server/backup/recovery-key.ts'
import { keysBesideDatabase, pinSecretOf } from '#server/base/kept-secrets.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { callApp } from '#tests/server/support/test-app.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { openShop, testProject, type Shop } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

export type Server = {
  database: Database
  as(token: string): { call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallReply<E>> }
  close(): Promise<void>
}

/** A server on the embedded database of a data directory. */
export async function openServer(dataDirectory: string, options: Partial<AppOptions> = {}): Promise<Server> {
  const database = await openDatabase({ directory: join(dataDirectory, 'postgresql') })
  const pinSecret = await pinSecretOf({ dataDirectory, pinSecret: undefined })
  const identity = openIdentity({ database, projectId: testProject, emulatorHost: '127.0.0.1:9', pinSecret })
  const hints = await openHints()
  const app = await buildApp({ database, identity, hints, ...options })
  return {
    database,
    as: (token) => ({ call: (endpoint, input) => callApp(app, { token }, endpoint, input) }),
    async close() {
      await app.close()
      await hints.close()
      await database.close()
    },
  }
}

export type BackedShop = Server & {
  shop: Shop
  key: RecoveryKey
  dataDirectory: string
  /** The folder of the medium. */
  medium: string
  /** A folder of its own for what the tests restore. */
  room: string
  backup: Backup
  /** Tries of the backup; a test begins them. */
  drills: Drills
  /** A second shop beside this one. */
  beside: Beside
  besideOptions: BesideOptions
  /** Begins a backup again after `backup.stop()`. */
  openBackup(): Promise<Backup>
  sell(count: number): Promise<void>
  /** Waits until a base is there and the medium has everything. */
  isStored(backup?: Backup): Promise<void>
}

/**
 * A pharmacy that is backed up while it sells. `prepare`: makes the data directory another disk. `end` deletes all of it.
 */
export async function backedShop(
  name: string,
  prepare: (dataDirectory: string) => void = () => undefined,
  options: Partial<AppOptions> = {},
): Promise<BackedShop & { end(): Promise<void> }> {
  const root = newDataDirectory('backup')
  const dataDirectory = join(root, 'data')
  const medium = join(root, 'medium')
  mkdirSync(dataDirectory)
  mkdirSync(medium)
  prepare(dataDirectory)
  const server = await openServer(dataDirectory, {
    ...options,
    apart: {
      drills: { isRunning: () => drills.isRunning(), tryNow: () => drills.tryNow() },
      beside: {
        state: () => beside.state(),
        days: (calendar) => beside.days(calendar),
        begin: (wish) => beside.begin(wish),
        end: () => beside.end(),
      },
    },
  })
  const shop = await openShop(server.database, name, { quantity: 100_000 })
  const key = await recoveryKeyOf(dataDirectory)
  const open = async (): Promise<Backup> => {
    const backup = openBackup({
      backupUrl: server.database.backupUrl!,
      directory: medium,
      dataDirectory,
      recipient: key.recipient,
      migration: (await readMigrations()).at(-1)!.name,
      readKeys: () => keysBesideDatabase({ dataDirectory, pinSecret: undefined, secretsKeys: [] }),
      isNoShop: () => server.database.platform(isNoShop),
      keepErased: async () => (await keepErased(server.database, dataDirectory, new Date())).list,
      retryMs: 200,
    })
    backup.start()
    return backup
  }
  const backup = await open()
  const drills = openDrills({
    database: server.database,
    backup,
    directory: medium,
    dataDirectory,
    key,
    onError: () => undefined,
  })
  const besideOptions: BesideOptions = {
    database: server.database,
    backup,
    directory: medium,
    dataDirectory,
    key,
    program: new URL('../../../src/server/beside-main.ts', import.meta.url),
    environment: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      FIREBASE_PROJECT_ID: testProject,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
      LOG_LEVEL: 'error',
    },
    onError: () => undefined,
  }
  const beside = openBeside(besideOptions)
  return {
    ...server,
    shop,
    key,
    dataDirectory,
    medium,
    room: root,
    backup,
    drills,
    beside,
    besideOptions,
    openBackup: open,
    async sell(count) {
      for (let sold = 0; sold < count; sold++)
        await server.as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { lines: [lineOf(shop, 0)] }) })
    },
    async isStored(of = backup) {
      await vi.waitFor(
        async () =>
          expect(await of.status()).toMatchObject({
            lagBytes: 0,
            newestBaseAt: expect.any(Date) as Date,
            fault: null,
          }),
        { timeout: 60_000, interval: 50 },
      )
    },
    async end() {
      await Promise.all([drills.stop(), beside.stop()])
      await backup.stop()
      await server.close()
      removeDataDirectory(root)
    },
  }
}

const ledgers = ['sales', 'sale_records', 'sale_payments', 'stock_movements', 'register_movements', 'audit_entries']

/** Count and fingerprint of every row of the ledgers. */
export async function ledgersOf(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of ledgers) {
    const { rows } = await database.platform((tx) =>
      sql<{ print: string }>`select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '')
        as print from ${sql.table(name)} t`.execute(tx),
    )
    found[name] = rows[0]!.print
  }
  return found
}
