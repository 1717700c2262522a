import { sql } from 'kysely'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { movements } from '#shared/contract/movements.ts'
import { startCluster, type Cluster } from '#tests/support/cluster.ts'
import { openBenchApi } from './support/bench-api.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { openYearsOfMovements } from './support/years-of-movements.ts'

/** The same days, after one month or after three years of movements. */
const sizes = [100_000, Number(process.env.BENCH_MOVEMENTS ?? 1_500_000)]
const runs = 20
const unmeasured = 2

type Ledger = {
  size: number
  month: { from: string; to: string }
  calls: Record<string, () => Promise<unknown>>
  close: () => Promise<void>
}

/**
 * One month of a ledger through the API on PostgreSQL, in a ledger of one month and in one of three years, alternately,
 * compared with a trivial statement.
 */
export async function measureMovements(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  try {
    const ledgers: Ledger[] = []
    for (const size of sizes) ledgers.push(await openLedger(cluster, size))
    try {
      print(ledgers, await timeAll(ledgers))
    } finally {
      for (const { close } of ledgers) await close()
    }
  } finally {
    await cluster.stop()
  }
}

async function openLedger(cluster: Cluster, size: number): Promise<Ledger> {
  const startedAt = performance.now()
  const { shop, database } = await openYearsOfMovements(await cluster.create(`ledger_${size}`), size)
  const { app, close } = await openBenchApi(database)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async ({ method, path }: Endpoint, query: Record<string, string>): Promise<string> => {
    const reply = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { authorization: `Bearer ${shop.titulaire.token}` },
    })
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
    return reply.text()
  }
  const month = lastMonth(new Date())
  const counted = async () => {
    const { rows } = await database.read(shop.id, (tx) =>
      sql<{ count: number }>`
      select count(*) from register_movements where pharmacy_id = ${shop.id} and occurred_at >= ${month.from}::timestamptz and occurred_at < ${month.to}::timestamptz + interval '1 day'`.execute(
        tx,
      ),
    )
    return rows[0]!.count
  }
  const newest = movements.movementReportData.reply.parse(
    JSON.parse(await ask(movements.movementReportData, { ...month, kind: 'collection' })),
  ).items[0]
  if (!newest?.clientId) throw new Error('a month without movements is not worth measuring')
  console.log(
    `${size.toLocaleString('en')} movements, ${(await counted()).toLocaleString('en')} of them in the month, written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  const filters = {
    'no filter': {},
    'mobile money': { type: 'MOBILE_MONEY' },
    'cheques (one in 70)': { type: 'CHEQUE' },
    'deposits (one in 240)': { kind: 'deposit' },
    'a user': { userId: shop.vendeur.id },
    'a client': { clientId: newest.clientId },
    'a register': { registerId: newest.registerId },
  }
  const each = (name: string, endpoint: Endpoint) =>
    Object.entries(filters).map(
      ([filter, query]) => [`${name}, ${filter}`, () => ask(endpoint, { ...month, ...query })] as const,
    )
  return {
    size,
    month,
    calls: {
      'floor: select 1 through the pool': () => database.read(shop.id, (tx) => sql`select 1`.execute(tx)),
      'floor: bare count(*) of the month': counted,
      ...Object.fromEntries([...each('sums', movements.report), ...each('first page', movements.movementReportData)]),
      'CSV of the month': () => ask(movements.movementReportCsv, month),
    },
    close: () => close().then(() => database.close()),
  }
}

/** The last whole month of the calendar. */
function lastMonth(now: Date): Ledger['month'] {
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day)).toISOString().slice(0, 10)
  return { from: dayOf(-1, 1), to: dayOf(0, 0) }
}

type Times = Map<string, number[][]>

/** Times each call on each ledger alternately, so that other load of the machine affects both. */
async function timeAll(ledgers: readonly Ledger[]): Promise<Times> {
  const times: Times = new Map(Object.keys(ledgers[0]!.calls).map((name) => [name, ledgers.map(() => [])]))
  for (const [name, measured] of times) {
    for (let run = -unmeasured; run < runs; run++) {
      for (const [at, { calls }] of ledgers.entries()) {
        const startedAt = performance.now()
        await calls[name]!()
        if (run >= 0) measured[at]!.push(performance.now() - startedAt)
      }
    }
  }
  return times
}

function print(ledgers: readonly Ledger[], times: Times): void {
  const { from, to } = ledgers[0]!.month
  const head = [
    'call',
    ...ledgers.flatMap(({ size }) => [`${size.toLocaleString('en')}: p50 ms`, 'p95 ms']),
    'ratio of p50',
  ]
  printTable(
    `The movements from ${from} to ${to} over HTTP, ${runs} calls each, PostgreSQL`,
    head,
    [...times].map(([name, measured]) => {
      const [few, many] = measured.map(percentilesOf)
      return [
        name,
        ...[few!, many!].flatMap(({ p50, p95 }) => [p50.toFixed(1), p95.toFixed(1)]),
        (many!.p50 / few!.p50).toFixed(2),
      ]
    }),
  )
  console.log('Aim: sums and pages under 200 ms, and flat: a ratio about 1.')
}
