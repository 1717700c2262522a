/**
 * `npm run bench:purchasing`: the list to order from over 52,000 products and up to three years of sales on the embedded
 * PostgreSQL, one product of it, the purse over 3,000 candidate lines, and statements of 2,000 lines with planted errors. Beside each reading its limit: one bare
 * statement of the owner of the tables that sums the movements of the same 180 days.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { fillPurse, type PurseLine } from '#shared/domain/purchasing/purse.ts'
import { matchStatement } from '#shared/domain/statements/match-statement.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { aStatementMonth, verdictOf } from '#tests/support/statement-year.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { openBenchApi } from './support/bench-api.ts'
import { busiestProduct, fillShelf, lengthenLedger, shelf } from './support/large-shelf.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

/** A movement a minute: three years. */
const largest = Number(process.env.BENCH_MOVEMENTS ?? 1_576_800)
const sizes = [largest / 6, largest / 3, largest].map(Math.round)
const runs = Number(process.env.BENCH_RUNS ?? 5)
const purseLines = 3_000

type Work = () => unknown

measurePurse()
measureStatements()
const cluster = await startCluster({ durable: true })
try {
  const url = await cluster.create('purchasing')
  const database = await openDatabase({ url })
  try {
    const shop = await openShop(database, 'a large shelf')
    await fillShelf(database, shop)
    await measureNeeds(url, database, shop)
  } finally {
    await database.close()
  }
} finally {
  await cluster.stop()
}

async function measureNeeds(url: string, database: Database, shop: Shop): Promise<void> {
  const api = await openBenchApi(database)
  try {
    const rows: string[][] = []
    for (const size of sizes) {
      await lengthenLedger(database, url, shop, size)
      const { rows: busiest } = await database.platform((tx) => busiestProduct.execute(tx))
      const ask = async (path: string, body?: object) => {
        const reply = await api.app.inject({
          method: 'POST',
          url: `/api/order-preparations/${path}`,
          headers: { authorization: `Bearer ${shop.titulaire.token}` },
          ...(body ? { payload: body } : {}),
        })
        if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body}`)
        return reply.json<{ total: number }>()
      }
      const { total } = await ask('records')
      const days = (size / 1440).toFixed(0)
      const bare = () =>
        database.platform((tx) =>
          sql`select i.pharmacy_product_id, sum(m.quantity) from stock_movements m join stock_items i
              on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
            where m.pharmacy_id = ${shop.id} and m.at >= now() - interval '180 days' group by 1`.execute(tx),
        )
      rows.push(
        [`${days} days of sales, the whole list (${total} lines)`, ...(await timed(() => ask('records'), bare))],
        [
          `${days} days of sales, one product`,
          ...(await timed(() => ask('records-stat', { productIds: [busiest[0]!.id] }), bare)),
        ],
      )
    }
    printTable(
      `Needs of ${shelf.products.toLocaleString('en')} products, ${runs} runs each (aim: 2,000 ms whole, 20 ms one)`,
      ['what is read', 'p50 ms', 'max ms', 'limit: bare sum of 180 days, p50 ms'],
      rows,
    )
  } finally {
    await api.close()
  }
}

function measurePurse(): void {
  const lines = Array.from({ length: purseLines }, (_, index): PurseLine => {
    const cost = randomInt(100, 20_000)
    const isPromised = Math.random() < 0.02
    return {
      id: String(index),
      quantity: randomInt(1, 120),
      cost,
      margin: Math.round(cost * (0.1 + Math.random() * 0.5)),
      perDay: Math.random() < 0.1 ? null : Math.random() * 8,
      position: isPromised ? -1 : randomInt(-5, 60),
      promised: isPromised ? 1 : 0,
    }
  })
  const all = lines.reduce((sum, { quantity, cost }) => sum + quantity * cost, 0)
  const rows = [0.05, 0.3, 0.9].map((share) => {
    const budget = Math.round(all * share)
    const times: number[] = []
    let distance = 0
    for (let run = 0; run < 20; run++) {
      const startedAt = performance.now()
      const purse = fillPurse(lines, budget)
      times.push(performance.now() - startedAt)
      distance = (purse.distance * 100) / purse.gain
    }
    const { p50, max } = percentilesOf(times)
    return [`${share * 100} % of what all would cost`, p50.toFixed(0), max.toFixed(0), `${distance.toFixed(4)} %`]
  })
  printTable(
    `The purse over ${purseLines.toLocaleString('en')} lines, 20 runs each (aim: 200 ms)`,
    ['budget', 'p50 ms', 'max ms', 'distance from the best'],
    rows,
  )
}

/** A year of statements against 400 notes each, with an error of any kind in about one line of twelve. */
function measureStatements(): void {
  const total = { planted: 0, found: 0, certain: 0, wronglyCertain: 0, lines: 0 }
  const times: number[] = []
  for (let month = 1; month <= 12; month++) {
    const statement = aStatementMonth(month, { notes: 400, perNote: 5, errorEvery: 12 })
    const startedAt = performance.now()
    const judgements = matchStatement(statement.lines, statement.facts)
    times.push(performance.now() - startedAt)
    const verdict = verdictOf(statement, judgements)
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += verdict[key]
  }
  const { p50, max } = percentilesOf(times)
  const share = (part: number, whole: number): string => `${((part * 100) / whole).toFixed(2)} %`
  printTable(
    'A year of statements, about 2,000 lines against 400 notes each (aim: 2,000 ms; 98 % found, none wrongly certain)',
    ['lines', 'p50 ms', 'max ms', 'errors planted', 'found with their amount', 'without a hand', 'wrongly certain'],
    [
      [
        String(total.lines),
        p50.toFixed(0),
        max.toFixed(0),
        String(total.planted),
        share(total.found, total.planted),
        share(total.certain, total.lines),
        String(total.wronglyCertain),
      ],
    ],
  )
}

async function timed(ours: Work, limit: Work): Promise<string[]> {
  const [own, bare]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++)
    for (const [work, times] of [
      [ours, own],
      [limit, bare],
    ] as const) {
      const startedAt = performance.now()
      await work()
      times.push(performance.now() - startedAt)
    }
  const p = percentilesOf(own)
  return [p.p50.toFixed(0), p.max.toFixed(0), percentilesOf(bare).p50.toFixed(0)]
}
