import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { PharmacyProduct, pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { readList, type ListReader } from '#server/lists/synced-list.ts'
import {
  productsAfter,
  productsByIds,
  productsByPage,
  productsInUse,
  type CostedProduct,
} from '#server/pharmacy-products/pharmacy-product.repo.ts'
import { movementsOf } from '#server/stock/movement.repo.ts'

const reader: ListReader<CostedProduct> = { list: 'pharmacy-products', byPage: productsByPage, after: productsAfter }

/**
 * Lists products by page, or by cursor those that changed since. Without costs: every seller's terminal holds this
 * list.
 */
export async function listProducts(
  context: Context,
  query: HandlerInput<typeof pharmacyProducts.list>['query'],
): Promise<CallReply<typeof pharmacyProducts.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => readList(tx, pharmacyId, reader, query))
}

/** Every product that is not archived, by label. */
export async function everyProduct(context: Context): Promise<PharmacyProduct[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => productsInUse(tx, pharmacyId))
}

export async function searchByIds(context: Context, ids: readonly string[]): Promise<PharmacyProduct[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => productsByIds(tx, pharmacyId, ids))
}

const dayMs = 86_400_000

/** The stock movements of a product over the last `timespan` days, newest first. Throws `requests:notFound`. */
export async function readHistory(
  context: Context,
  id: string,
  { timespan, page, size }: HandlerInput<typeof pharmacyProducts.history>['query'],
): Promise<CallReply<typeof pharmacyProducts.history>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await knownProduct(tx, pharmacyId, id)
    return movementsOf(tx, pharmacyId, id, { since: new Date(context.now.getTime() - timespan * dayMs), page, size })
  })
}

/** Throws `requests:notFound` for a product of another pharmacy. */
export async function knownProduct(tx: Tx, pharmacyId: string, id: string): Promise<CostedProduct> {
  return requireRow((await productsByIds(tx, pharmacyId, [id]))[0])
}
