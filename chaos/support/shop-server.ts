/**
 * The shop of a chaos run in its own process, so that it can be killed: the demo in a data directory. The sign-in
 * emulator runs elsewhere and survives. Prints one line of JSON when it is open: its address and the codes on the
 * shelf.
 */
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { readConfig } from '#server/base/config.ts'
import type { Database } from '#server/db/database.ts'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { pinSecretOf } from '#server/base/kept-secrets.ts'
import { closeOnSignal, startServer } from '#server/main.ts'
import { demoSeededAt } from '#server/start/demo-directory.ts'

const config = readConfig()

async function fill(database: Database): Promise<void> {
  await seedDemo(database, {
    now: await demoSeededAt(config.dataDirectory, new Date()),
    pinSecret: await pinSecretOf(config),
  })
  // A window waits long during an outage; a lock would only slow the run down.
  await database.platform((tx) =>
    sql`update pharmacies set settings = jsonb_set(settings, '{autoLockMinutes}', '15')`.execute(tx),
  )
}

/** Boxes that can be sold for a year to come: no prescription, not close to expiry. */
async function shelfOf(database: Database): Promise<string[]> {
  return database.read(campGuezo.id, async (tx) => {
    const found = await sql<{ code: string }>`
      select min(c.code) as code from pharmacy_products p join products r on r.id = p.product_id join product_codes c on c.product_id = r.id and c.kind = 'ean13'
        join stock_items i on i.pharmacy_id = p.pharmacy_id and i.pharmacy_product_id = p.id
      where r.prescription_list = 'none' and not i.archived group by p.id
      having min(i.quantity) >= 5 and min(i.expires_on) > current_date + 30 order by 1`.execute(tx)
    return found.rows.map(({ code }) => code)
  })
}

/** Number of sales of the demo itself. */
async function soldBefore(database: Database): Promise<number> {
  const { last } = await database.read(campGuezo.id, (tx) =>
    tx
      .selectFrom('sales')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow(),
  )
  return last ?? 0
}

/** Reads a question per line from the standard input and answers on the output. */
function answerQuestions(database: Database): void {
  createInterface({ input: process.stdin }).on('line', (question) => {
    if (question !== 'identifiers') return
    database
      .read(campGuezo.id, (tx) => tx.selectFrom('sales').select('identifier').execute())
      .then(
        (sales) =>
          process.stdout.write(`${JSON.stringify({ identifiers: sales.map(({ identifier }) => identifier) })}\n`),
        (error: unknown) => process.stderr.write(`${String(error)}\n`),
      )
  })
}

try {
  const server = await startServer(config, fill)
  closeOnSignal(() => server.close())
  answerQuestions(server.database)
  process.stdout.write(
    `${JSON.stringify({ url: server.url, shelf: await shelfOf(server.database), sold: await soldBefore(server.database) })}\n`,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
