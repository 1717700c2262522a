import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { mostBestSellers, type pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { saturated } from '#shared/domain/money.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { countByStock, entriesOf, soldFigures, soldMost } from '#server/pharmacy-products/figures.repo.ts'
import { knownProduct } from '#server/pharmacy-products/pharmacy-product.service.ts'
import { soldByMonth } from '#server/stock/movement.repo.ts'

/** The number of products whose boxes in stock lie between two quantities, both included. */
export async function countByStockQuantity(
  context: Context,
  bounds: HandlerInput<typeof pharmacyProducts.countByStockQuantity>['query'],
): Promise<CallReply<typeof pharmacyProducts.countByStockQuantity>> {
  const pharmacyId = pharmacyOf(context)
  return { count: await context.database.read(pharmacyId, (tx) => countByStock(tx, pharmacyId, bounds)) }
}

const rateDays = 90

/** The products that were on most sales of the last 90 days, most sold first. */
export async function readBestSellers(context: Context): Promise<CallReply<typeof pharmacyProducts.bestSellers>> {
  const pharmacyId = pharmacyOf(context)
  const from = new Date(context.now.getTime() - rateDays * 86_400_000)
  return {
    ids: await context.database.read(pharmacyId, (tx) => soldMost(tx, pharmacyId, { from, limit: mostBestSellers })),
  }
}

/** Sales, margin and cover of one product; the margin only for members who may see costs. Throws `requests:notFound`. */
export function readProductStats(
  context: Context,
  id: string,
): Promise<CallReply<typeof pharmacyProducts.productStats>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await knownProduct(tx, pharmacyId, id)
    const { sold, turnover, cost, sold90Days, stock, ...days } = await soldFigures(tx, pharmacyId, id, {
      now: context.now,
      withheld: await withheldFrom(tx, context),
    })
    return {
      ...days,
      soldByMonth: await soldByMonth(tx, pharmacyId, id, context.now),
      sold12Months: sold,
      turnover12Months: saturated(turnover),
      margin12Months: context.actor.permissions.has('stock.see-cost') ? saturated(turnover - cost) : null,
      stock,
      daysOfStock: sold90Days > 0 && stock > 0 ? Math.floor((stock * rateDays) / sold90Days) : null,
    }
  })
}

/** What came in of a product, newest first; costs only for members who may see them. Throws `requests:notFound`. */
export function listEntries(
  context: Context,
  id: string,
  page: HandlerInput<typeof pharmacyProducts.deliveryRecord>['query'],
): Promise<CallReply<typeof pharmacyProducts.deliveryRecord>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await knownProduct(tx, pharmacyId, id)
    const { items, total } = await entriesOf(tx, pharmacyId, id, page)
    const seesCosts = context.actor.permissions.has('stock.see-cost')
    return { items: seesCosts ? items : items.map((entry) => ({ ...entry, purchasePrice: null })), total }
  })
}
