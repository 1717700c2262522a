import type { CallReply } from '#shared/contract/endpoint.ts'
import type { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { emptySince } from '#server/stock/empty-since.repo.ts'
import { lowProducts } from '#server/stock/low-products.repo.ts'
import { expiringByMonth, stockOnHand } from '#server/stock/stock-stats.repo.ts'

type Stats = CallReply<typeof pharmacyProducts.stats>

/**
 * Stock on the shelf, expiring stock and shortages, in the pharmacy's days and months. The value only for members who
 * may see costs.
 */
export async function readStockStats(context: Context): Promise<Stats> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { products, stockValue, expiredValue, expiredLots } = await stockOnHand(tx, pharmacyId, context.now)
    return {
      products,
      stockValue: context.actor.permissions.has('stock.see-cost') ? stockValue : null,
      expiring: await expiringByMonth(tx, pharmacyId, context.now),
      expired: { value: expiredValue, lots: expiredLots },
      ...(await readShortages(tx, pharmacyId, context.now)),
    }
  })
}

/** Maximum number of rows of a screen; the count gives the total. */
const shownShortages = 50

/**
 * Products of which nothing may be sold and that were sold in the last 30 days (returns excluded), best sellers first:
 * those that are out on « Ruptures ». `since`: the day on which the last box left.
 */
async function readShortages(
  tx: Tx,
  pharmacyId: string,
  now: Date,
): Promise<Pick<Stats, 'shortages' | 'shortageCount'>> {
  const today = await pharmacyToday(tx, pharmacyId, now)
  const out = await lowProducts(tx, pharmacyId, { now, today, days: 0 })
  const shown = out
    .toSorted((a, b) => b.sold30Days - a.sold30Days || compareTexts(a.label, b.label))
    .slice(0, shownShortages)
  const ids = shown.map(({ id }) => id)
  const since = await emptySince(tx, pharmacyId, ids, { today, timeZone: await timeZoneOf(tx, pharmacyId) })
  return {
    shortages: shown.map(({ id, label, sold30Days }) => ({ id, label, sold30Days, since: since.get(id) ?? null })),
    shortageCount: out.length,
  }
}
