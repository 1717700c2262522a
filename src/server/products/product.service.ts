import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Product, products } from '#shared/contract/products.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { readingReferential } from '#server/lists/changing-referential.ts'
import { findProduct, findProducts, insuredProducts, nationalDataOf } from '#server/products/product.repo.ts'

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
export async function readProductDetails(context: Context, id: string): Promise<CallReply<typeof products.details>> {
  return readingReferential(context, async (tx) => {
    const product = requireRow(await findProduct(tx, id))
    return { ...product, ...(await nationalDataOf(tx, id)) }
  })
}
