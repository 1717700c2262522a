/**
 * The shops of the journeys, one for each worker, as `npm start` opens them but for this: their databases stand in one PostgreSQL that is thrown away,
 * one sign-in emulator serves them all, the national referential is imported (200 of its products on the shelves; where its files are not at hand, the
 * small one of the import's tests), and some lots never run out. One shop is filled, the others are copies of it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/base/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { campGuezo, demoAccounts } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { pinSecretOf } from '#server/base/kept-secrets.ts'
import { importBdpm } from '#server/import/import-bdpm.ts'
import { readBdpm } from '#server/import/read-bdpm.ts'
import { closeOnSignal, startServer } from '#server/main.ts'
import { startAuthEmulator } from '#server/start/auth-emulator.ts'
import { createSignInAccounts } from '#server/start/sign-in-accounts.ts'
import { administer, databaseIn, startCluster } from '#tests/support/cluster.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { bdpmFolder, removeFolder } from '#tests/import-fixture.ts'
import {
  allShopsAreOpen,
  emecefPort,
  hasReferential,
  portOf,
  referential,
  shopCount,
  stockedFromReferential,
} from './shop.ts'

if (!hasReferential)
  process.stderr.write(
    'The files of the French medicines database are not at hand (../shared/data/bdpm): a small made one is imported.\n',
  )
const directory = mkdtempSync(join(tmpdir(), 'officine-journeys-'))
chmodSync(directory, 0o711)
const environment = {
  ...process.env,
  DATA_DIRECTORY: directory,
  DATABASE_URL: '',
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
}
const config = readConfig(environment)
const { projectId } = config
const deliveredBoxes = 500
const soldByName = '^(augmentin 1 g|coartem 20/120|doliprane|efferalgan)'
const shops = Array.from({ length: shopCount }, (_, worker) => ({ port: portOf(worker), name: `shop_${worker}` }))

/** What was opened, the last one first: all of it is closed, also when the rest does not open. */
const opened: (() => Promise<unknown>)[] = []

/** Both, or the fault of one of them once the other one is open too: then it can be closed. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

async function keepOpen<Opened>(opening: Promise<Opened>, close: (it: Opened) => Promise<unknown>): Promise<Opened> {
  const it = await opening
  opened.unshift(() => close(it))
  return it
}

async function signIn(): Promise<string> {
  const emulator = await keepOpen(startAuthEmulator({ projectId, directory: join(directory, 'sign-in') }), (it) =>
    it.stop(),
  )
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
  await createSignInAccounts(demoAccounts, projectId)
  return emulator.host
}

/** A database for each shop; answers their server. */
async function databases(): Promise<string> {
  const [cluster, bdpm] = await both(
    keepOpen(startCluster(), (it) => it.stop()),
    readReferential(),
  )
  const [first, ...copies] = shops
  const database = await openDatabase({ url: await cluster.create(first!.name) })
  try {
    await fill(database, bdpm)
  } finally {
    await database.close()
  }
  for (const { name } of copies) await administer(cluster.url, `create database ${name} template ${first!.name}`)
  return cluster.url
}

async function fill(database: Database, bdpm: Awaited<ReturnType<typeof readBdpm>>): Promise<void> {
  const now = new Date()
  await seedDemo(database, { now, pinSecret: await pinSecretOf(config) })
  await importBdpm(database, bdpm, { stock: { pharmacyId: campGuezo.id, count: stockedFromReferential }, now })
  await deliver(database, now)
  await lockSeldom(database)
}

/** On a busy machine a journey may wait long without a touch. The one about the lock sets its own time. */
async function lockSeldom(database: Database): Promise<void> {
  await database.platform((tx) =>
    sql`update pharmacies set settings = jsonb_set(settings, '{autoLockMinutes}', '15')`.execute(tx),
  )
}

/**
 * What journeys sell by name never runs out: how many boxes the demo has of it depends on the day, and how many are left on the journeys before.
 * A sale of more than there is would be accepted with a flag.
 */
async function deliver(database: Database, now: Date): Promise<void> {
  await database.write(campGuezo.id, async (tx) => {
    await sql`
      with lots as (
        update stock_items set quantity = stock_items.quantity + ${deliveredBoxes}::int
        from pharmacy_products, products
        where stock_items.pharmacy_id = ${campGuezo.id} and pharmacy_products.pharmacy_id = ${campGuezo.id} and pharmacy_products.id = stock_items.pharmacy_product_id
          and products.id = pharmacy_products.product_id and products.label ~* ${soldByName} and stock_items.expires_on > ${now.toISOString()}::date
        returning stock_items.id, stock_items.quantity)
      insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
      select ${campGuezo.id}, gen_random_uuid(), id, 'delivery', ${deliveredBoxes}::int, quantity - ${deliveredBoxes}::int, quantity, ${now.toISOString()}::timestamptz from lots`.execute(
      tx,
    )
  })
}

async function readReferential(): ReturnType<typeof readBdpm> {
  const today = new Date().toISOString().slice(0, 10)
  if (hasReferential) return readBdpm(referential, { today })
  const folder = await bdpmFolder()
  try {
    return await readBdpm(folder, { today })
  } finally {
    await removeFolder(folder)
  }
}

async function openShops(): Promise<void> {
  const mailServer = await keepOpen(openMailServer(), (it) => it.close())
  const simulator = await keepOpen(openEmecefSimulator({ port: emecefPort }), (it) => it.close())
  const [emulatorHost, server] = await both(signIn(), databases())
  for (const { port, name } of shops) {
    const shop = readConfig({
      ...environment,
      PORT: String(port),
      DATABASE_URL: databaseIn(server, name),
      FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'envois@officine.example',
      EMECEF_SIMULATOR: simulator.url,
    })
    await keepOpen(startServer(shop), (it) => it.close())
  }
}

/** The directory goes last: until all is closed it is written there. */
async function close(): Promise<void> {
  try {
    await opening.catch(() => undefined)
    for (const each of opened) await each()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const opening = openShops()
// From now on: a run that is stopped while the shops start leaves nothing behind either.
closeOnSignal(close)
try {
  await opening
} catch (cause) {
  await close()
  throw new Error('The shops of the journeys did not start.', { cause })
}
process.stdout.write(`${allShopsAreOpen}\n`)
