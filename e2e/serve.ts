/**
 * The shop of the journeys, as `npm start` opens it but for three things: it stands in a directory of its own, the national referential is
 * imported (200 of its products on the shelves; where its files are not at hand, the small one of the import's tests), and some lots never run out. One process, so that all of it takes seconds.
 * serve-shops.ts opens one for each worker.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/base/config.ts'
import type { Database } from '#server/db/database.ts'
import { campGuezo, demoAccounts } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { pinSecretOf } from '#server/base/kept-secrets.ts'
import { importBdpm } from '#server/import/import-bdpm.ts'
import { readBdpm } from '#server/import/read-bdpm.ts'
import { closeOnSignal, startServer } from '#server/main.ts'
import { startAuthEmulator } from '#server/start/auth-emulator.ts'
import { createSignInAccounts } from '#server/start/sign-in-accounts.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { bdpmFolder, removeFolder } from '#tests/import-fixture.ts'
import { hasReferential, referential, shopPort, stockedFromReferential } from './shop.ts'

if (!hasReferential)
  process.stderr.write(
    'The files of the French medicines database are not at hand (../shared/data/bdpm): a small made one is imported.\n',
  )
const directory = mkdtempSync(join(tmpdir(), 'officine-journeys-'))
// A database server that runs as another user must reach its files through this directory.
chmodSync(directory, 0o711)
const mailServer = await openMailServer()
const environment = {
  ...process.env,
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'envois@officine.example',
  DATA_DIRECTORY: directory,
  DATABASE_URL: '',
  NODE_ENV: 'test',
  PORT: String(shopPort),
  LOG_LEVEL: 'warn',
}

const { projectId } = readConfig(environment)
const [emulator, bdpm] = await Promise.all([
  startAuthEmulator({ projectId, directory: join(directory, 'sign-in') }),
  readReferential(),
])
process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
const deliveredBoxes = 500
const soldByName = '^(augmentin 1 g|coartem 20/120|doliprane|efferalgan)'
const config = readConfig({ ...environment, FIREBASE_AUTH_EMULATOR_HOST: emulator.host })

async function fill(database: Database): Promise<void> {
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

const starting = Promise.allSettled([startServer(config, fill), createSignInAccounts(demoAccounts, projectId)])

/** The directory goes last: until the server is closed its database writes there. */
async function close(): Promise<void> {
  const [server] = await starting
  try {
    if (server.status === 'fulfilled') await server.value.close()
    await emulator.stop()
    await mailServer.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
// From now on: a run that is stopped while the shop starts leaves nothing behind either.
closeOnSignal(close)

const [server, accounts] = await starting
if (server.status === 'rejected' || accounts.status === 'rejected') {
  await close()
  throw new Error('The shop of the journeys did not start.', {
    cause: server.status === 'rejected' ? server.reason : accounts.status === 'rejected' && accounts.reason,
  })
}
process.send?.('open')
