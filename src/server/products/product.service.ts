import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Product, ProductDetails, products } from '#shared/contract/products.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { readingReferential } from '#server/lists/changing-referential.ts'
import type { Tx } from '#server/db/database.ts'
import { textOf, type TextKind } from '#server/products/product-text.repo.ts'
import { holdingsOf } from '#server/products/product-uses.repo.ts'
import {
  editedFields,
  findProduct,
  findProducts,
  insuredProducts,
  nationalDataOf,
} from '#server/products/product.repo.ts'

/** Products by label. With `search`: every word must occur in the label or a DCI, or begin a code. */
export async function listProducts(
  context: Context,
  query: HandlerInput<typeof products.list>['query'],
): Promise<CallReply<typeof products.list>> {
  return readingReferential(context, (tx) => findProducts(tx, query))
}

/** Products that the national scheme covers, by the list of the actor's pharmacy. */
export function listInsuredProducts(
  context: Context,
  query: HandlerInput<typeof products.withHealthInsurance>['query'],
): Promise<CallReply<typeof products.withHealthInsurance>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => insuredProducts(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export async function readProduct(context: Context, id: string): Promise<Product> {
  return requireRow(await readingReferential(context, (tx) => findProduct(tx, id)))
}

/** The product with its national codes and reference price. Throws `requests:notFound`. */
export function readProductDetails(context: Context, id: string): Promise<ProductDetails> {
  return readingReferential(context, (tx) => detailsOf(tx, id))
}

/** Throws `requests:notFound`. */
export async function detailsOf(tx: Tx, id: string): Promise<ProductDetails> {
  const product = requireRow(await findProduct(tx, id))
  const { changedAt, ...edited } = await editedFields(tx, id)
  return { ...product, ...edited, changedAt: changedAt?.toISOString() ?? null, ...(await nationalDataOf(tx, id)) }
}

/**
 * The pharmacies that have the product: all of them for the admin, the own one for a member. Throws
 * `requests:notFound`.
 */
export function listHoldings(
  context: Context,
  id: string,
  page: HandlerInput<typeof products.pharmacyProducts>['query'],
): Promise<CallReply<typeof products.pharmacyProducts>> {
  return readingReferential(context, async (tx) => {
    requireRow(await findProduct(tx, id))
    return holdingsOf(tx, id, context.actor.pharmacyId, page)
  })
}

/** The notice or the summary of characteristics; null when nobody has written it. Throws `requests:notFound`. */
export function readText(context: Context, id: string, kind: TextKind): Promise<{ text: string | null }> {
  return readingReferential(context, async (tx) => {
    requireRow(await findProduct(tx, id))
    return { text: await textOf(tx, id, kind) }
  })
}
