import type { MergePreview, Product, ProductDetails } from '#shared/contract/products.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { changingReferential } from '#server/lists/changing-referential.ts'
import { allPharmacyIds, enterPharmacy } from '#server/lists/product-revisions.repo.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import {
  codesOnlyOf,
  mergeEffects,
  mergeInPharmacy,
  uniteProducts,
  type MergedRows,
  type Pair,
} from '#server/products/merge.repo.ts'
import { standingOf } from '#server/products/product-writing.repo.ts'
import { findProduct } from '#server/products/product.repo.ts'
import { detailsOf } from '#server/products/product.service.ts'

/** Says what a merge would do, without doing it. Throws as `mergeProducts`. */
export function previewMerge({ database }: Context, keptId: string, duplicateId: string): Promise<MergePreview> {
  return database.platform(async (tx) => {
    const pair = { keptId, duplicateId }
    const { kept, duplicate } = await checkedPair(tx, pair, 'query.duplicateId')
    return { kept, duplicate, codes: await codesOnlyOf(tx, pair), pharmacies: await mergeEffects(tx, pair) }
  })
}

/**
 * Merges a duplicate into the kept product, in the referential and in every pharmacy, in one transaction. Throws
 * `products:cannotMerge` when both are the same product or one of them is archived, which a merged one is.
 */
export function mergeProducts(context: Context, keptId: string, duplicateId: string): Promise<ProductDetails> {
  return changingReferential(context, async (tx, touch) => {
    const pair = { keptId, duplicateId }
    await checkedPair(tx, pair, 'body.duplicateId')
    await uniteProducts(tx, pair, { userId: context.actor.userId, now: context.now })
    for (const pharmacyId of await allPharmacyIds(tx)) {
      // also where neither product is: one that is added now would name the duplicate after the merge
      await enterPharmacy(tx, pharmacyId)
      await touchMerged(context, tx, pharmacyId, await mergeInPharmacy(tx, { ...pair, pharmacyId }))
    }
    touch([keptId])
    return detailsOf(tx, keptId)
  })
}

async function checkedPair(
  tx: Tx,
  { keptId, duplicateId }: Pair,
  path: string,
): Promise<{ kept: Product; duplicate: Product }> {
  const kept = requireRow(await findProduct(tx, keptId))
  const duplicate = await findProduct(tx, duplicateId)
  refuseFields(duplicate ? [] : [{ path, message: 'unknown' }])
  const merged = (await standingOf(tx, duplicateId))?.mergedInto ?? null
  if (keptId === duplicateId || kept.archived || !duplicate || duplicate.archived || merged !== null)
    throw new AppError('products:cannotMerge')
  return { kept, duplicate }
}

async function touchMerged(context: Context, tx: Tx, pharmacyId: string, rows: MergedRows): Promise<void> {
  const lists = {
    'pharmacy-products': rows.products,
    'product-health-insurance': rows.lines,
    companies: rows.companies,
    organizations: rows.organizations,
  } as const
  for (const list of Object.keys(lists) as (keyof typeof lists)[]) {
    if (lists[list].length === 0) continue
    await touchRows(tx, pharmacyId, list, lists[list])
    context.changes.revised.add(list)
  }
}
