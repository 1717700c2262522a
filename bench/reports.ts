/**
 * `npm run bench:reports -- --years 3 --sales 200 [--seed 1]`: every view of « Rapports » about a month and about all
 * years, in a pharmacy of so many years, beside one of two months and beside a statement written by hand. The database
 * is that of `bench:years`.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { reportQuestions, type ReportView } from '#backoffice/reports/report-questions.ts'
import { addDays } from '#shared/domain/dates.ts'
import { lastDay } from '#tests/server/support/years/fill-years.ts'
import { openYearsApi } from '#tests/server/support/years/ask-years.ts'
import { ifInterrupted } from './support/if-interrupted.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'
import { openYearsShops, type BenchShop } from './support/years-shops.ts'

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '3' },
    sales: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const [daily, seed] = [Number(values.sales), Number(values.seed)]
const days = Math.round(Number(values.years) * 365)
/** A call this slow is asked once; a quicker one several times. */
const slowMs = 2_000
const runs = 9
const tooLong = 'requests:tooLong'
class TooLong extends Error {}
const month = { from: addDays(lastDay, -30), to: lastDay }
const always = { from: addDays(lastDay, -days), to: lastDay }

const views: readonly ReportView[] = reportQuestions.flatMap((question) => question.views)
type Times = { p50: number; p95: number }
type Period = { from: string; to: string }

const { embedded, openShopOf } = await openYearsShops()
const callOff = ifInterrupted(() => embedded.stop())
try {
  const [small, big] = [await openShopOf({ days: 66, daily, seed }), await openShopOf({ days, daily, seed })]
  const [before, after] = [await measure(small, month), await measure(big, month)]
  const ms = (time: number) => time.toFixed(0)
  printTable(
    `each view of the reports about a month after ${values.years} years at ${daily} sales a day, beside two months; ms`,
    ['view', 'p50', 'p95', 'after two months p50', 'ratio'],
    views.map((view, at) => [
      titleOf(view),
      ms(after[at]!.p50),
      ms(after[at]!.p95),
      ms(before[at]!.p50),
      (after[at]!.p50 / before[at]!.p50).toFixed(1),
    ]),
  )
  const byHand = await timesOf(() => turnoverByHand(big, month))
  const asked = after[views.findIndex(({ title }) => title === 'Les produits')]!
  console.log(
    `\nTurnover by product of a month written by hand: p50 ${ms(byHand.p50)} ms, as a report ${ms(asked.p50)} ms (${(asked.p50 / byHand.p50).toFixed(1)} times)`,
  )
  const whole = await measure(big, always)
  printTable(
    'each view about all years; ms',
    ['view', 'p50'],
    views.map((view, at) => [titleOf(view), Number.isFinite(whole[at]!.p50) ? ms(whole[at]!.p50) : tooLong]),
  )
  await small.database.close()
  await big.database.close()
} finally {
  callOff()
  await embedded.stop()
}

function titleOf({ title, measures }: ReportView): string {
  return `${title} (${measures.join(', ')})`
}

async function timesOf(work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  do {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  } while (times.length < runs && times[0]! < slowMs)
  return percentilesOf(times)
}

/** Each view as the owner opens it, in its order; an endless time for one that was refused as too long. */
async function measure({ database, filled }: BenchShop, period: Period): Promise<Times[]> {
  const { app, close } = await openYearsApi(database, filled, { counts: false })
  const times: Times[] = []
  for (const { measures, dimension, thenBy, only } of views)
    times.push(
      await timesOf(async () => {
        const reply = await app.inject({
          method: 'POST',
          url: '/api/reports',
          headers: { authorization: `Bearer ${filled.shop.titulaire.token}` },
          payload: {
            measures,
            dimensions: thenBy ? [dimension, thenBy] : [dimension],
            period,
            comparison: 'before',
            only,
            limit: 200,
          },
        })
        if (reply.body.includes(tooLong)) throw new TooLong()
        if (reply.statusCode !== 200) throw new Error(`${dimension}: ${reply.statusCode} ${reply.body}`)
      }).catch((error: unknown) => {
        if (error instanceof TooLong) return { p50: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY }
        throw error
      }),
    )
  await close()
  return times
}

/** What the view of products asks of both periods, as one would write it without the vocabulary. */
async function turnoverByHand({ database, filled }: BenchShop, { from, to }: Period): Promise<void> {
  await database.read(filled.shop.id, (tx) =>
    sql`
      select i.pharmacy_product_id, sum(l.price * l.quantity) filter (where s.sold_at >= ${from}::date) as now,
        sum(l.quantity) as boxes, sum((l.price - l.purchase_price) * l.quantity) as margin
      from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
        left join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
      where s.pharmacy_id = ${filled.shop.id} and s.status = 'CLOSED'
        and s.sold_at >= ${addDays(from, -31)}::date and s.sold_at < ${addDays(to, 1)}::date
      group by 1 order by 2 desc nulls last limit 200`.execute(tx),
  )
}
