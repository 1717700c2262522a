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
  productsOfLots,
  type CostedProduct,
} from '#server/pharmacy-products/pharmacy-product.repo.ts'
import { movementsOf } from '#server/stock/movement.repo.ts'

const dayMs = 86_400_000
/**
 * How long a till keeps a lot that was emptied: its boxes come back, or stand forgotten on a shelf. A till keeps its own
 * sales for a month; what it shows of older ones is read from the server (`searchByIds`).
 */
const emptyLotDays = 100

function keptLotsSince(now: Date): Date {
  return new Date(now.getTime() - emptyLotDays * dayMs)
}

/** Every till keeps these products, with the lots that matter to it. */
function readerAt(now: Date): ListReader<CostedProduct> {
  const since = keptLotsSince(now)
  return {
    list: 'pharmacy-products',
    byPage: (tx, pharmacyId, page) => productsByPage(tx, pharmacyId, page, since),
    after: (tx, pharmacyId, cursor, size) => productsAfter(tx, pharmacyId, cursor, size, since),
  }
}

/**
 * Lists products by page, or by cursor those that changed since. Without costs: every seller's terminal holds this
 * list.
 */
export async function listProducts(
  context: Context,
  query: HandlerInput<typeof pharmacyProducts.list>['query'],
): Promise<CallReply<typeof pharmacyProducts.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => readList(tx, pharmacyId, readerAt(context.now), query))
}

/** Every product that is not archived, by label, with the lots that matter to a till. */
export async function everyProduct(context: Context): Promise<PharmacyProduct[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => productsInUse(tx, pharmacyId, keptLotsSince(context.now)))
}

/** Products with every lot that they ever had: by their ids, and those that have one of the lots or a lot of this number. */
export async function searchByIds(
  context: Context,
  { ids, stockItemIds, lot }: HandlerInput<typeof pharmacyProducts.searchByIds>['body'],
): Promise<PharmacyProduct[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const ofLots = await productsOfLots(tx, pharmacyId, stockItemIds, lot)
    return productsByIds(tx, pharmacyId, [...new Set([...ids, ...ofLots])])
  })
}

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
