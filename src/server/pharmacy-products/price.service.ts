import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { AppError } from '#shared/domain/errors.ts'
import { belowCost, pricesOfPackaging } from '#shared/domain/repricing.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { countryPrices } from '#server/locale/country-prices.repo.ts'
import { packagingLabels, priceChangesOf } from '#server/pharmacy-products/price.repo.ts'
import { knownProduct } from '#server/pharmacy-products/pharmacy-product.service.ts'
import { factsOfProducts } from '#server/pharmacy-products/product-facts.repo.ts'
import { setPrices } from '#server/pharmacy-products/product-writing.repo.ts'

/**
 * Sets the sale price of a packaging for all its lots, and of the units of its opened boxes; keeps who and why, and
 * queues a label. Throws `stocks:priceBelowCost` unless the price below cost is accepted.
 */
export function setPrice(
  context: Context,
  id: string,
  { packaging, salePrice, reason, acceptsBelowCost }: HandlerInput<typeof pharmacyProducts.setPrice>['body'],
): Promise<CallReply<typeof pharmacyProducts.setPrice>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { lots } = requireRow((await factsOfProducts(tx, pharmacyId, [id]))[0])
    if (!lots.some((lot) => lot.packaging === packaging))
      refuseFields([{ path: 'body.packaging', message: 'no lot in this packaging' }])
    const { cashStep } = await countryPrices(tx, pharmacyId)
    const prices = pricesOfPackaging(lots, packaging, salePrice, cashStep)
    const loss = acceptsBelowCost ? null : belowCost(prices)
    if (loss) throw new AppError('stocks:priceBelowCost', { price: loss.after, cost: loss.cost })
    await setPrices(tx, pharmacyId, [{ productId: id, prices }], {
      cause: 'typed',
      reason,
      userId: context.actor.userId,
      at: context.now,
    })
    if (prices.length > 0) touch('pharmacy-products', [id])
    return { changed: prices.length }
  })
}

/** Every change of the product's sale prices, newest first; costs only for members who may see them. */
export function listPriceChanges(
  context: Context,
  id: string,
  page: HandlerInput<typeof pharmacyProducts.priceChanges>['query'],
): Promise<CallReply<typeof pharmacyProducts.priceChanges>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await knownProduct(tx, pharmacyId, id)
    const { items, total } = await priceChangesOf(tx, pharmacyId, id, page)
    const seesCosts = context.actor.permissions.has('stock.see-cost')
    return { items: seesCosts ? items : items.map((change) => ({ ...change, cost: null })), total }
  })
}

/**
 * The sale prices that were decided with a delivery, inside its transaction: each counts for all lots of its packaging.
 * The lots of the delivery have theirs already.
 */
export async function setDeliveredPrices(
  tx: Tx,
  pharmacyId: string,
  decided: readonly { productId: string; packagingId: string; salePrice: number }[],
  act: { userId: string; at: Date; reason: string },
): Promise<void> {
  if (decided.length === 0) return
  const facts = await factsOfProducts(tx, pharmacyId, [...new Set(decided.map(({ productId }) => productId))])
  const lotsOf = new Map(facts.map(({ id, lots }) => [id, lots]))
  const labels = await packagingLabels(
    tx,
    decided.map(({ packagingId }) => packagingId),
  )
  const { cashStep } = await countryPrices(tx, pharmacyId)
  const entries = decided.map(({ productId, packagingId, salePrice }) => ({
    productId,
    prices: pricesOfPackaging(lotsOf.get(productId) ?? [], labels.get(packagingId) ?? '', salePrice, cashStep),
  }))
  await setPrices(tx, pharmacyId, entries, { cause: 'typed', ...act })
}
