import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { WholesalerProduct, wholesalerProducts } from '#shared/contract/wholesalers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { spellingsOf } from '#shared/domain/product-code.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { changingReferential, readingReferential } from '#server/lists/changing-referential.ts'
import {
  archiveOthers,
  countUntied,
  findWholesalerProduct,
  findWholesalerProducts,
  isProduct,
  isWholesaler,
  keepPriceListProfile,
  listedProducts,
  priceListProfile,
  pricesOfCode,
  tieByCodes,
  writeList,
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

/**
 * Takes a price list, all of it or nothing; the same list again changes nothing. A list that is older than the last one
 * writes the history only. Throws `requests:invalid` with the codes that stand twice, `requests:notFound` for an unknown
 * wholesaler.
 */
export function takePriceList(
  context: Context,
  id: string,
  { day, isWhole, lines, profile }: HandlerInput<typeof wholesalerProducts.takeList>['body'],
): Promise<CallReply<typeof wholesalerProducts.takeList>> {
  return changingReferential(context, async (tx) => {
    if (!(await isWholesaler(tx, id))) throw new AppError('requests:notFound')
    const first = new Map<string, number>()
    refuseFields(
      lines.flatMap(({ code }, index) => {
        if (first.has(code)) return [{ path: `body.lines.${index}.code`, message: 'twice' }]
        first.set(code, index)
        return []
      }),
    )
    const { added, repriced } = await writeList(tx, id, day, lines)
    const codes = lines.map(({ code }) => code)
    const left = isWhole ? await archiveOthers(tx, id, day, codes) : 0
    const tied = await tieByCodes(
      tx,
      id,
      codes.flatMap((code) => spellingsOf(code).map((spelling) => ({ code, spelling }))),
    )
    if (profile) await keepPriceListProfile(tx, id, profile)
    return {
      added,
      repriced,
      unchanged: lines.length - added - repriced,
      left,
      tied,
      untied: await countUntied(tx, id),
    }
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
