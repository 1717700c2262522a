import type { StockDetail } from '#shared/contract/pharmacy-products.ts'
import { coefficientOf } from '#shared/domain/price-policy.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { countryPrices } from '#server/locale/country-prices.repo.ts'
import { factsOfProducts, ownCodesOf, storagesOfLots } from '#server/pharmacy-products/product-facts.repo.ts'
import { knownProduct } from '#server/pharmacy-products/pharmacy-product.service.ts'
import { soldByMonth, soldSince } from '#server/stock/movement.repo.ts'

const dayMs = 86_400_000

/**
 * One product with its lots, price policy and monthly sales; purchase prices only for members who may see costs. Throws
 * `requests:notFound`.
 */
export async function detailOf(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  pharmacyId: string,
  id: string,
): Promise<StockDetail> {
  const product = await knownProduct(tx, pharmacyId, id)
  const facts = requireRow((await factsOfProducts(tx, pharmacyId, [id]))[0])
  const storages = await storagesOfLots(tx, pharmacyId, id)
  const { coefficientOf: ofSection } = await countryPrices(tx, pharmacyId)
  const seesCosts = actor.permissions.has('stock.see-cost')
  return {
    ...product,
    stockItems: product.stockItems.map((item) => ({
      ...item,
      purchasePrice: seesCosts ? item.purchasePrice : null,
      storageId: storages.get(item.id) ?? null,
    })),
    storageId: facts.storageId,
    categoryId: facts.categoryId,
    section: facts.section,
    ownCodes: await ownCodesOf(tx, pharmacyId, id),
    pricePolicy: facts.pricePolicy,
    appliedCoefficient: coefficientOf(facts.pricePolicy, ofSection(facts.section ?? facts.referentialSection)),
    soldByMonth: await soldByMonth(tx, pharmacyId, id, now),
    sold30Days: await soldSince(tx, pharmacyId, id, new Date(now.getTime() - 30 * dayMs)),
  }
}

/** As `detailOf`, in a transaction of its own. */
export function readProduct(context: Context, id: string): Promise<StockDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => detailOf(tx, context, pharmacyId, id))
}
