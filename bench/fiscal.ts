/**
 * `npm run bench:fiscal`: what a closing costs more in a country with a platform, while the platform answers in 50 ms and
 * in 2 s; and how many sales a minute one machine (NIM) certifies. The rounds alternate, so that other load of the machine
 * affects all of them. PostgreSQL as a shop runs it (fsync on).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openFiscalShop, type FiscalShop } from '../chaos/support/fiscal-shop.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const rounds = 4
const salesOfRound = 40
const cases = [
  { name: 'no platform', platform: 'none', delayMs: 0 },
  { name: 'e-MECeF in 50 ms', platform: 'e-mecef', delayMs: 50 },
  { name: 'e-MECeF in 2 s', platform: 'e-mecef', delayMs: 2000 },
] as const

const shop = await openFiscalShop('e-mecef', { servers: 1, durable: true })
try {
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, platform, delayMs } of cases) {
      await setPlatform(shop, platform, delayMs)
      const taken = await closings(shop, round)
      // The first round warms up.
      if (round > 0) times.get(name)!.push(...taken)
    }
  const usual = percentilesOf(times.get('no platform')!)
  printTable(
    'Closing a cash sale of 3 lines, by HTTP, in ms',
    ['', 'sales', 'p50', 'p95', 'p50 against none'],
    cases.map(({ name }) => {
      const { count, p50, p95 } = percentilesOf(times.get(name)!)
      return [name, count, p50.toFixed(2), p95.toFixed(2), `× ${(p50 / usual.p50).toFixed(2)}`]
    }),
  )
  const perMinute: [string, number, string][] = []
  for (const delayMs of [0, 50, 2000]) {
    await setPlatform(shop, 'e-mecef', 0)
    await drained(shop)
    const waiting = delayMs === 2000 ? 20 : 60
    await setPlatform(shop, 'e-mecef', delayMs)
    await closings(shop, 100 + delayMs, waiting)
    const startedAt = performance.now()
    await drained(shop)
    const seconds = (performance.now() - startedAt) / 1000
    perMinute.push([`answers in ${delayMs} ms`, waiting, ((waiting / seconds) * 60).toFixed(0)])
  }
  printTable('Documents of one machine', ['', 'documents', 'a minute'], perMinute)
} finally {
  await shop.close()
}

async function setPlatform({ database, simulator }: FiscalShop, platform: string, delayMs: number): Promise<void> {
  simulator.of.traps.setDelay(delayMs)
  await database.platform((tx) => sql`update countries set fiscal_platform = ${platform} where code = 'BJ'`.execute(tx))
}

/** Closes sales one after the other; the times of the answers, in ms. */
async function closings({ shop: tills, urls }: FiscalShop, round: number, count = salesOfRound): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const body = aSale(tills, {
      identifier: `K1-${round * 100 + n + 1}`,
      lines: [lineOf(tills, 0), lineOf(tills, 1, 2), lineOf(tills, 2)],
    })
    const startedAt = performance.now()
    const reply = await fetch(`${urls()[0]!}/api/sales`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tills.vendeur.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    times.push(performance.now() - startedAt)
    if (reply.status !== 201) throw new Error(`a sale was answered with ${reply.status}: ${text}`)
  }
  return times
}

/** Until nothing waits for the platform. */
async function drained({ database, shop: { id } }: FiscalShop): Promise<void> {
  for (;;) {
    const { rows } = await database.platform((tx) =>
      sql<{ count: number }>`select count(*)::int as count from fiscal_documents
        where pharmacy_id = ${id} and state = 'waiting'`.execute(tx),
    )
    if (rows[0]!.count === 0) return
    await pause(20)
  }
}
