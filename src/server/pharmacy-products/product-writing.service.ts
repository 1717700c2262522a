import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewPharmacyProduct, pharmacyProducts, StockDetail } from '#shared/contract/pharmacy-products.ts'
import type { BatchRefusal, BatchUpdate } from '#shared/contract/product-batch.ts'
import { AppError } from '#shared/domain/errors.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { applyChanges, type ProductChanges } from '#server/pharmacy-products/apply-changes.ts'
import { detailOf } from '#server/pharmacy-products/product-detail.ts'
import {
  factsOfProducts,
  holderOfCode,
  isInReferential,
  productOfReferential,
  twinOfLabel,
} from '#server/pharmacy-products/product-facts.repo.ts'
import {
  insertFromReferential,
  insertProduct,
  ownProductsOf,
  setOwnCodes,
  setPrivateLabel,
  setReferentialProduct,
  tagsOfProduct,
  updateLimits,
} from '#server/pharmacy-products/product-writing.repo.ts'

/** A product as it is before anybody chose anything of it. */
const withoutChoices = {
  archived: false,
  storageId: null,
  categoryId: null,
  section: null,
  minimum: 0,
  maximum: 0,
  pricePolicy: { mode: 'free', coefficient: null, roundingStep: null },
} as const

/**
 * Takes a product of the referential into stock, or makes a private one. Throws `stocks:productAlreadyInStock`, the two
 * `stocks:privateProductLabel…` of the specification, `stocks:codeOfAnotherProduct`, `stocks:minimumAboveMaximum`.
 */
export function createProduct(context: Context, body: NewPharmacyProduct): Promise<StockDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const id = randomUUID()
    const { productId, label, codes, tagIds, storageId, categoryId, section, ...rest } = body
    if ((productId === null) === (label === null))
      refuseFields([{ path: 'body.label', message: 'either a label or a product of the referential' }])
    if (productId !== null) await refuseStocked(tx, pharmacyId, productId)
    if (label !== null) await refuseTwin(tx, pharmacyId, label, null)
    await refuseTakenCode(tx, pharmacyId, codes, null)
    await insertProduct(tx, pharmacyId, {
      id,
      productId,
      label,
      ...withoutChoices,
    })
    await setOwnCodes(tx, pharmacyId, id, codes)
    // A new product passes through the rules of a change, so that they are written once.
    const isFree = rest.pricePolicy.mode === 'free'
    const changes = { storageId, categoryId, section, addedTagIds: tagIds, ...rest }
    await applyOne(tx, context, pharmacyId, id, isFree ? { ...changes, pricePolicy: undefined } : changes)
    touch('pharmacy-products', [id])
    return detailOf(tx, context, pharmacyId, id)
  })
}

/**
 * Changes the named fields of one product. `tagIds` and `codes` replace the former ones. Throws what `createProduct` and
 * `applyChanges` throw.
 */
export function changeProduct(
  context: Context,
  id: string,
  body: HandlerInput<typeof pharmacyProducts.patch>['body'],
): Promise<StockDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { isPrivate } = requireRow((await factsOfProducts(tx, pharmacyId, [id]))[0])
    const { label, codes, tagIds, acceptsBelowCost, ...changes } = body
    if (typeof label === 'string') {
      if (!isPrivate) refuseFields([{ path: 'body.label', message: 'the referential gives the label' }])
      await refuseTwin(tx, pharmacyId, label, id)
      await setPrivateLabel(tx, pharmacyId, id, label)
    }
    if (codes) {
      await refuseTakenCode(tx, pharmacyId, codes, id)
      await setOwnCodes(tx, pharmacyId, id, codes)
    }
    const tags = tagIds && (await tagChanges(tx, pharmacyId, id, tagIds))
    await applyOne(tx, context, pharmacyId, id, { ...changes, ...tags }, acceptsBelowCost ?? false)
    touch('pharmacy-products', [id])
    return detailOf(tx, context, pharmacyId, id)
  })
}

/** Archives one product. Throws `stocks:cannotArchiveStocked` while it has stock. */
export async function archiveProduct(context: Context, id: string): Promise<{ id: string }> {
  await changeProduct(context, id, { archived: true })
  return { id }
}

/** Archives all of these products, or none. Throws `stocks:batchRefused` with the refusals. */
export async function archiveProducts(context: Context, ids: readonly string[]): Promise<{ archived: number }> {
  const { updated } = await updateBatch(context, {
    ids: [...ids],
    changes: { archived: true },
    acceptsBelowCost: false,
    only: null,
  })
  return { archived: updated }
}

/**
 * Changes all of these products, or none: throws `stocks:batchRefused` with what each of them refuses. With `only:
 * 'judge'` nothing is changed and the refusals are the answer.
 */
export function updateBatch(
  context: Context,
  { ids, changes, acceptsBelowCost, only }: BatchUpdate,
): Promise<{ updated: number; refusals: BatchRefusal[] }> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const judgeOnly = only === 'judge'
    const refusals = await applyChanges(tx, context, pharmacyId, {
      ids,
      changes,
      acceptsBelowCost,
      judgeOnly,
      path: 'body.changes',
    })
    if (judgeOnly) {
      context.changes.made = false
      return { updated: 0, refusals }
    }
    if (refusals.length > 0) throw new AppError('stocks:batchRefused', { refusals: refusals.slice(0, shownRefusals) })
    touch('pharmacy-products', ids)
    return { updated: new Set(ids).size, refusals: [] }
  })
}

type NewLimits = { id: string; minimum: number; maximum: number; known: { minimum: number; maximum: number } }

/**
 * Sets minimum and maximum of these products, where they are still the known ones; returns those that keep theirs. Throws
 * `stocks:minimumAboveMaximum`, and then changes none.
 */
export async function setLimits(
  tx: Tx,
  pharmacyId: string,
  items: readonly NewLimits[],
): Promise<{ updatedIds: string[]; kept: { id: string; label: string; minimum: number; maximum: number }[] }> {
  const wrong = items.find(({ minimum, maximum }) => maximum > 0 && minimum > maximum)
  if (wrong) throw new AppError('stocks:minimumAboveMaximum', { minimum: wrong.minimum, maximum: wrong.maximum })
  const updatedIds = await updateLimits(tx, pharmacyId, items)
  const updated = new Set(updatedIds)
  const keptIds = items.flatMap(({ id }) => (updated.has(id) ? [] : [id]))
  const facts = await factsOfProducts(tx, pharmacyId, keptIds)
  return { updatedIds, kept: facts.map(({ id, label, minimum, maximum }) => ({ id, label, minimum, maximum })) }
}

/** A message is read by a person; `only: 'judge'` returns all of them. */
const shownRefusals = 100

/**
 * The private product is this one of the referential. Lots, movements, sales and prices stay with it; its own codes
 * stay too. Throws `stocks:productAlreadyInStock`, and `requests:conflict` for a product that is not private.
 */
export function associateProduct(
  context: Context,
  { pharmacyProductId, productId }: { pharmacyProductId: string; productId: string },
): Promise<StockDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { isPrivate } = requireRow((await factsOfProducts(tx, pharmacyId, [pharmacyProductId]))[0])
    if (!isPrivate) throw new AppError('requests:conflict')
    await refuseStocked(tx, pharmacyId, productId)
    await setReferentialProduct(tx, pharmacyId, pharmacyProductId, productId)
    touch('pharmacy-products', [pharmacyProductId])
    return detailOf(tx, context, pharmacyId, pharmacyProductId)
  })
}

async function applyOne(
  tx: Tx,
  context: Context,
  pharmacyId: string,
  id: string,
  changes: ProductChanges,
  acceptsBelowCost = false,
): Promise<void> {
  const [refusal] = await applyChanges(tx, context, pharmacyId, { ids: [id], changes, acceptsBelowCost })
  if (refusal) throw new AppError(refusal.message, refusal.details)
}

async function tagChanges(
  tx: Tx,
  pharmacyId: string,
  id: string,
  tagIds: readonly string[],
): Promise<{ addedTagIds: string[]; removedTagIds: string[] }> {
  const before = await tagsOfProduct(tx, pharmacyId, id)
  return {
    addedTagIds: tagIds.filter((tag) => !before.includes(tag)),
    removedTagIds: before.filter((tag) => !tagIds.includes(tag)),
  }
}

async function refuseStocked(tx: Tx, pharmacyId: string, productId: string): Promise<void> {
  if (!(await isInReferential(tx, productId))) refuseFields([{ path: 'body.productId', message: 'unknown' }])
  const stocked = await productOfReferential(tx, pharmacyId, productId)
  if (stocked) throw new AppError('stocks:productAlreadyInStock', stocked)
}

async function refuseTwin(tx: Tx, pharmacyId: string, label: string, exceptId: string | null): Promise<void> {
  const twin = await twinOfLabel(tx, pharmacyId, label, exceptId)
  if (!twin) return
  const { kind, ...details } = twin
  throw new AppError(
    kind === 'referential'
      ? 'stocks:privateProductLabelAlreadyExistInReferentiel'
      : 'stocks:privateProductLabelAlreadyExistOnAnotherPharmacyProduct',
    details,
  )
}

async function refuseTakenCode(
  tx: Tx,
  pharmacyId: string,
  codes: readonly string[],
  exceptId: string | null,
): Promise<void> {
  const holder = await holderOfCode(tx, pharmacyId, codes, exceptId)
  if (holder) throw new AppError('stocks:codeOfAnotherProduct', holder)
}

/**
 * Takes products of the referential into the stock of the pharmacy, inside a transaction; those that it has already keep
 * their row. Returns the pharmacy's product of each.
 */
export async function takeFromReferential(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  await insertFromReferential(tx, pharmacyId, productIds)
  return ownProductsOf(tx, pharmacyId, productIds)
}

type Unknown = { line: number; code: string; label: string }

/**
 * The pharmacy's product of each of these lines of a file, by line, inside a transaction: the one with this very name, of
 * the pharmacy or of the referential, else a new private one. Lines of one code, or without a code of one name, are of
 * one product.
 */
export async function makePrivateProducts(
  tx: Tx,
  pharmacyId: string,
  lines: readonly Unknown[],
): Promise<Map<number, string>> {
  const madeAs = new Map<string, string>()
  const products = new Map<number, string>()
  for (const { line, code, label } of lines) {
    const key = code || fold(label)
    const id = madeAs.get(key) ?? (await namedProduct(tx, pharmacyId, { code, label: label || code }))
    madeAs.set(key, id)
    products.set(line, id)
  }
  return products
}

async function namedProduct(tx: Tx, pharmacyId: string, { code, label }: Omit<Unknown, 'line'>): Promise<string> {
  const twin = await twinOfLabel(tx, pharmacyId, label, null)
  if (twin?.kind === 'pharmacy') return twin.id
  if (twin) return (await takeFromReferential(tx, pharmacyId, [twin.id])).get(twin.id)!
  const id = randomUUID()
  await insertProduct(tx, pharmacyId, {
    id,
    productId: null,
    label,
    ...withoutChoices,
  })
  if (code) await setOwnCodes(tx, pharmacyId, id, [code])
  return id
}
