import type { CallReply } from '#shared/contract/endpoint.ts'
import type { WholesalerProduct, wholesalerProducts } from '#shared/contract/wholesalers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { changingReferential, readingReferential } from '#server/lists/changing-referential.ts'
import {
  findWholesalerProduct,
  findWholesalerProducts,
  isProduct,
  isWholesaler,
  listedProducts,
  priceListProfile,
  pricesOfCode,
  writeTie,
  type ProductQuery,
} from '#server/wholesalers/wholesaler-product.repo.ts'

/** What a row of the list of wholesalers counts. */
export const countedProducts = { products: listedProducts }

type Code = { id: string; code: string }

/** Throws `requests:notFound` for an unknown wholesaler. */
export function listWholesalerProducts(
  context: Context,
  query: ProductQuery,
): Promise<CallReply<typeof wholesalerProducts.list>> {
  return readingReferential(context, async (tx) => {
    if (!(await isWholesaler(tx, query.wholesalerId))) throw new AppError('requests:notFound')
    return findWholesalerProducts(tx, query)
  })
}

/** The newest first. Throws `requests:notFound` for an unknown code. */
export function readPriceHistory(
  context: Context,
  { id, code }: Code,
): Promise<CallReply<typeof wholesalerProducts.history>> {
  return readingReferential(context, async (tx) => {
    requireRow(await findWholesalerProduct(tx, id, code))
    return pricesOfCode(tx, id, code)
  })
}

/** Throws `requests:notFound` for an unknown wholesaler. */
export function readPriceListProfile(
  context: Context,
  id: string,
): Promise<CallReply<typeof wholesalerProducts.profile>> {
  return readingReferential(context, async (tx) => {
    if (!(await isWholesaler(tx, id))) throw new AppError('requests:notFound')
    return { profile: await priceListProfile(tx, id) }
  })
}

/** Throws `requests:notFound` for an unknown code, `requests:invalid` for an unknown product. */
export function tieCode(context: Context, { id, code }: Code, productId: string | null): Promise<WholesalerProduct> {
  return changingReferential(context, async (tx) => {
    requireRow(await findWholesalerProduct(tx, id, code))
    if (productId !== null && !(await isProduct(tx, productId)))
      refuseFields([{ path: 'body.productId', message: 'unknown' }])
    await writeTie(tx, id, code, productId)
    return requireRow(await findWholesalerProduct(tx, id, code))
  })
}
