import type { CallReply } from '#shared/contract/endpoint.ts'
import type { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { expiringByMonth, findShortages, stockOnHand } from '#server/stock/stock-stats.repo.ts'

/**
 * Stock on the shelf, expiring stock and shortages, in the pharmacy's days and months. The value only for members who
 * may see costs.
 */
export async function readStockStats(context: Context): Promise<CallReply<typeof pharmacyProducts.stats>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { products, stockValue, expiredValue, expiredLots } = await stockOnHand(tx, pharmacyId, context.now)
    return {
      products,
      stockValue: context.actor.permissions.has('stock.see-cost') ? stockValue : null,
      expiring: await expiringByMonth(tx, pharmacyId, context.now),
      expired: { value: expiredValue, lots: expiredLots },
      ...(await findShortages(tx, pharmacyId, context.now)),
    }
  })
}
