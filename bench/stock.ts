/**
 * `npm run bench:stock`: 52,000 products, 78,000 lots and up to 1,500,000 movements on the embedded PostgreSQL. Beside
 * each call of the API its limit: one bare statement of the owner of the tables, without rights, checks and answers; and
 * the stock list of the back-office in Chromium beside a bare page. `-- --node` omits the browser, `-- --browser` runs
 * only the browser.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StockGrouping } from '#shared/contract/stock-exports.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import { openJobLoop } from '#server/jobs/job-loop.ts'
import { stockExportJob, stockExportJobs } from '#server/stock-exports/stock-export-job.ts'
import { valuedStock } from '#server/stock-exports/stock-valuation.repo.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { openBenchApi } from './support/bench-api.ts'
import { busiestProduct, fillShelf, lengthenLedger, shelf } from './support/large-shelf.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { measureStockList } from './support/stock-list.ts'

const largest = Number(process.env.BENCH_MOVEMENTS ?? 1_500_000)
const sizes = [largest / 10, largest / 3, largest].map(Math.round)
const runs = Number(process.env.BENCH_RUNS ?? 10)
const changed = 5_000

type Measured = { ours: number[]; limit: number[] }
type Work = () => Promise<unknown>

if (!process.argv.includes('--browser')) await measureServer()
if (!process.argv.includes('--node')) await measureStockList()

async function measureServer(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  try {
    const url = await cluster.create('stock')
    const database = await openDatabase({ url })
    const shop = await openShop(database, 'a large shelf')
    await fillShelf(database, shop)
    try {
      await measure(url, database, shop)
    } finally {
      await database.close()
    }
  } finally {
    await cluster.stop()
  }
}

async function measure(url: string, database: Database, shop: Shop): Promise<void> {
  const growth: string[][] = []
  for (const size of sizes) {
    const startedAt = performance.now()
    await lengthenLedger(database, url, shop, size)
    console.log(`${size.toLocaleString('en')} movements, added in ${seconds(performance.now() - startedAt)} s`)
    growth.push(...(await valuations(database, shop, size)))
  }
  printTable(
    `Valuation of ${shelf.lots.toLocaleString('en')} lots at a past moment, ${runs} runs each`,
    ['movements, moment, detail', 'movements since', 'p50 ms', 'p95 ms', 'limit: bare sum since, p50 ms'],
    growth,
  )
  console.log('Aim: under 2,000 ms over 1,500,000 movements.')
  await calls(database, shop)
  await exportsOf(database, shop)
}

/** At a moment 30 days ago, which every ledger has, in the middle, where most movements must be summed, and before the first. */
async function valuations(database: Database, shop: Shop, size: number): Promise<string[][]> {
  const day = 24 * 60 * 60_000
  const moments = [
    ['30 days ago', new Date(Date.now() - 30 * day)],
    ['its middle', new Date(Date.now() - size * 30_000)],
    ['its first day', new Date(Date.now() - size * 60_000)],
  ] as const
  const rows: string[][] = []
  for (const [name, at] of moments) {
    const { rows: counted } = await database.platform((tx) =>
      sql<{
        count: number
      }>`select count(*) as count from stock_movements where pharmacy_id = ${shop.id} and at > ${at}`.execute(tx),
    )
    const bare = () =>
      database.platform((tx) =>
        sql`select stock_item_id, sum(quantity) from stock_movements where pharmacy_id = ${shop.id} and at > ${at}
          group by 1`.execute(tx),
      )
    for (const groupBy of ['storage', 'lot'] as const) {
      const { ours, limit } = await time(() => value(database, shop, at, groupBy), bare)
      const [p, floor] = [percentilesOf(ours), percentilesOf(limit)]
      rows.push([
        `${size.toLocaleString('en')}, ${name}, by ${groupBy}`,
        counted[0]!.count.toLocaleString('en'),
        ...[p.p50, p.p95, floor.p50].map((ms) => ms.toFixed(0)),
      ])
    }
  }
  return rows
}

async function value(database: Database, shop: Shop, at: Date, groupBy: StockGrouping): Promise<number> {
  return database.read(shop.id, async (tx) => {
    let rows = 0
    for await (const page of valuedStock(tx, shop.id, { at, groupBy })) rows += page.length
    return rows
  })
}

async function calls(database: Database, shop: Shop): Promise<void> {
  const api = await openBenchApi(database)
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${shop.titulaire.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  const bare =
    (statement: ReturnType<typeof sql>): Work =>
    () =>
      database.platform((tx) => statement.execute(tx))
  const { rows } = await database.platform((tx) =>
    sql<{
      id: string
    }>`select id from pharmacy_products where pharmacy_id = ${shop.id} and private_label like 'Produit %'
      order by id limit ${changed}`.execute(tx),
  )
  const ids = rows.map(({ id }) => id)
  const { rows: busiest } = await database.platform((tx) => busiestProduct.execute(tx))
  let minimum = 0
  const next = () => (minimum += 1)
  const works: Record<string, { aim: string; ours: Work; limit: Work }> = {
    [`batch-update of ${changed.toLocaleString('en')} products: minimum`]: {
      aim: '2,000',
      ours: () => ask('/pharmacy-products/batch-update', { ids, changes: { minimum: next(), maximum: 1_000 } }),
      limit: () =>
        database.platform((tx) =>
          sql`update pharmacy_products set minimum = ${next()} where pharmacy_id = ${shop.id} and id = any(${ids}::uuid[])`.execute(
            tx,
          ),
        ),
    },
    [`history of a product with ${shelf.busiest.toLocaleString('en')} movements, first page`]: {
      aim: '100',
      ours: () => ask(`/pharmacy-products/${busiest[0]!.id}/history?timespan=3660&size=50`),
      limit: bare(sql`select m.* from stock_items i join stock_movements m on m.pharmacy_id = i.pharmacy_id
        and m.stock_item_id = i.id where i.pharmacy_id = ${shop.id} and i.pharmacy_product_id = ${busiest[0]!.id}
        order by m.at desc limit 50`),
    },
    'count-by-stock-quantity': {
      aim: '–',
      ours: () => ask('/pharmacy-products/count-by-stock-quantity?min=0&max=10'),
      limit: bare(sql`select count(*) from (select pharmacy_product_id from stock_items where pharmacy_id = ${shop.id}
        group by 1 having sum(quantity) between 0 and 10) x`),
    },
  }
  try {
    const table: string[][] = []
    for (const [name, { aim, ours, limit }] of Object.entries(works)) {
      const times = await time(ours, limit)
      const [p, floor] = [percentilesOf(times.ours), percentilesOf(times.limit)]
      table.push([name, ...[p.p50, p.p95, floor.p50].map((ms) => ms.toFixed(1)), aim])
    }
    printTable(
      `Calls over HTTP, ${runs} each, ${sizes.at(-1)!.toLocaleString('en')} movements`,
      ['call', 'p50 ms', 'p95 ms', 'limit: bare statement, p50 ms', 'aim ms'],
      table,
    )
  } finally {
    await api.close()
  }
}

/** The whole export, from the question to the kept file, by the background loop; and how long it stops the server. */
async function exportsOf(database: Database, shop: Shop): Promise<void> {
  const hints = await openHints()
  const loop = openJobLoop({
    database,
    hints,
    kinds: { [stockExportJob]: stockExportJobs(database) },
    onError: (error) => {
      throw error
    },
  })
  const table: string[][] = []
  for (const format of ['csv', 'xlsx'] as const) {
    const id = randomUUID()
    await database.read(shop.id, async (tx) => {
      await sql`insert into jobs (pharmacy_id, id, kind, asked_by, asked_at)
        values (${shop.id}, ${id}, ${stockExportJob}, ${shop.titulaire.id}, now())`.execute(tx)
      await sql`insert into stock_exports (pharmacy_id, id, at, format, group_by, with_cost)
        values (${shop.id}, ${id}, now() - interval '1 year', ${format}, 'lot', true)`.execute(tx)
    })
    const stops = watchStops()
    const startedAt = performance.now()
    await loop.runWaiting()
    const took = performance.now() - startedAt
    const { rows } = await database.platform((tx) =>
      sql<{
        rows: number
        bytes: number
      }>`select row_count as rows, length(content) as bytes from stock_exports where id = ${id}`.execute(tx),
    )
    table.push([
      format,
      rows[0]!.rows.toLocaleString('en'),
      (rows[0]!.bytes / 1_000_000).toFixed(1),
      seconds(took),
      stops().toFixed(0),
    ])
  }
  printTable(
    'The file of every lot, one year ago, in the background',
    ['file', 'rows', 'MB', 'seconds', 'longest stop of the server, ms'],
    table,
  )
  await hints.close()
}

/** Returns a function that ends the watch and gives the longest time in ms in which this process ran no timer. */
function watchStops(): () => number {
  let [last, longest] = [performance.now(), 0]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

/** Ours and the limit alternately, so that other load of the machine affects both. */
async function time(ours: Work, limit: Work): Promise<Measured> {
  const measured: Measured = { ours: [], limit: [] }
  for (let run = -1; run < runs; run += 1) {
    for (const [name, work] of [
      ['ours', ours],
      ['limit', limit],
    ] as const) {
      const startedAt = performance.now()
      await work()
      if (run >= 0) measured[name].push(performance.now() - startedAt)
    }
  }
  return measured
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
