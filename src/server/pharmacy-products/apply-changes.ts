import type { BatchRefusal, BatchUpdate } from '#shared/contract/product-batch.ts'
import { AppError } from '#shared/domain/errors.ts'
import { coefficientOf } from '#shared/domain/price-policy.ts'
import { productRefusal } from '#shared/domain/product-change.ts'
import { pricesOfPolicy, type NewLotPrice } from '#shared/domain/repricing.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { countryPrices, type CountryPrices } from '#server/locale/country-prices.repo.ts'
import { factsOfProducts, unknownPlaces, type ProductFacts } from '#server/pharmacy-products/product-facts.repo.ts'
import { changeTags, setPrices, updateProducts } from '#server/pharmacy-products/product-writing.repo.ts'
import { tagIssues } from '#server/tags/tag-issues.ts'

export type ProductChanges = BatchUpdate['changes']

/** `changed`: null for an unknown product. */
type Judged = { changed: ProductFacts | null; prices: NewLotPrice[]; refusal: BatchRefusal | null }

/**
 * Judges a change of any number of products, and stores it when none refuses it. `judgeOnly` stores nothing. Returns the
 * refusals, in the order of `ids`. A change of the price policy also sets the prices that follow from it, and needs the
 * right `price.edit` (`auth:forbidden`).
 */
export async function applyChanges(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  pharmacyId: string,
  {
    ids,
    changes,
    acceptsBelowCost,
    judgeOnly = false,
    path = 'body',
  }: {
    ids: readonly string[]
    changes: ProductChanges
    acceptsBelowCost: boolean
    judgeOnly?: boolean
    /** Where the changes stand in the request. */
    path?: string
  },
): Promise<BatchRefusal[]> {
  if (changes.pricePolicy !== undefined && !actor.permissions.has('price.edit')) throw new AppError('auth:forbidden')
  await refuseUnknown(tx, pharmacyId, changes, path)
  const distinct = [...new Set(ids)]
  const country = await countryPrices(tx, pharmacyId)
  const facts = new Map((await factsOfProducts(tx, pharmacyId, distinct)).map((product) => [product.id, product]))
  const judged = distinct.map((id) => {
    const product = facts.get(id)
    return product ? judge(product, changes, country, acceptsBelowCost) : unknown(id)
  })
  const refusals = judged.flatMap(({ refusal }) => (refusal ? [refusal] : []))
  if (refusals.length > 0 || judgeOnly) return refusals
  const accepted = judged.flatMap(({ changed, prices }) => (changed ? [{ changed, prices }] : []))
  await updateProducts(
    tx,
    pharmacyId,
    accepted.map(({ changed }) => changed),
  )
  await changeTags(tx, pharmacyId, distinct, {
    added: changes.addedTagIds ?? [],
    removed: changes.removedTagIds ?? [],
  })
  await setPrices(
    tx,
    pharmacyId,
    accepted.map(({ changed, prices }) => ({ productId: changed.id, prices })),
    { cause: 'policy', reason: null, userId: actor.userId, at: now },
  )
  return []
}

function judge(
  product: ProductFacts,
  changes: ProductChanges,
  { cashStep, coefficientOf: ofSection }: CountryPrices,
  acceptsBelowCost: boolean,
): Judged {
  const changed = applyChange(product, factsIn(changes))
  const coefficient = coefficientOf(changed.pricePolicy, ofSection(changed.section ?? changed.referentialSection))
  const isRepriced = changes.pricePolicy !== undefined || changes.section !== undefined
  const step = changed.pricePolicy.roundingStep ?? cashStep
  const prices = isRepriced && coefficient !== null ? pricesOfPolicy(product.lots, coefficient, step, cashStep) : []
  const refusal = productRefusal(
    {
      minimum: changed.minimum,
      maximum: changed.maximum,
      archives: changed.archived && !product.archived,
      stocked: product.lots.filter(({ quantity }) => quantity !== 0).length,
      prices,
    },
    acceptsBelowCost,
  )
  return { changed, prices, refusal: refusal && { id: product.id, label: product.label, ...refusal } }
}

/** What a change says about the product itself; tags have a table of their own. */
function factsIn({ storageId, minimum, maximum, categoryId, section, pricePolicy, archived }: ProductChanges) {
  return { storageId, minimum, maximum, categoryId, section, pricePolicy, archived }
}

function unknown(id: string): Judged {
  return { changed: null, prices: [], refusal: { id, label: '', message: 'requests:notFound', details: null } }
}

async function refuseUnknown(tx: Tx, pharmacyId: string, changes: ProductChanges, path: string): Promise<void> {
  const places = await unknownPlaces(tx, pharmacyId, changes)
  refuseFields([
    ...places.map((place) => ({ path: `${path}.${place}`, message: 'unknown' })),
    ...(await tagIssues(tx, pharmacyId, 'pharmacy-product', changes.addedTagIds ?? [], `${path}.addedTagIds`)),
  ])
}
