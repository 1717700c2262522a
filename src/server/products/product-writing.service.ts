import { randomUUID } from 'node:crypto'
import type { BatchRow, ProductChange, ProductDetails, ProductUses } from '#shared/contract/products.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields, type FieldIssue } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { changingReferential } from '#server/lists/changing-referential.ts'
import { judgeProduct } from '#server/products/judge-product.ts'
import { deleteText, putText, type TextKind } from '#server/products/product-text.repo.ts'
import { usesOf } from '#server/products/product-uses.repo.ts'
import {
  archiveProducts,
  insertProduct,
  knownProducts,
  standingOf,
  updateProduct,
  type Standing,
} from '#server/products/product-writing.repo.ts'
import { detailsOf } from '#server/products/product.service.ts'

const writerOf = ({ actor, now }: Context) => ({ userId: actor.userId, now })

/** Throws `requests:invalid` for an unknown reference or a code that another product in use has. */
export function createProduct(context: Context, body: ProductChange & { label: string }): Promise<ProductDetails> {
  return changingReferential(context, async (tx) => {
    const id = await addProduct(tx, context, body, 'body', refuseFields)
    return detailsOf(tx, id)
  })
}

/**
 * Changes the given fields. Throws `products:changedMeanwhile` when the product has another version than the change was
 * made on, `requests:invalid` as for a new product, and `requests:notFound`.
 */
export function changeProduct(
  context: Context,
  id: string,
  { version, ...change }: ProductChange & { version: number },
): Promise<ProductDetails> {
  return changingReferential(context, async (tx, touch) => {
    const known = requireRow(await standingOf(tx, id))
    if (known.version !== version) throw changedMeanwhile(known)
    refuseFields(await judgeProduct(tx, change, known, 'body'))
    await updateProduct(tx, id, change, writerOf(context))
    touch([id])
    return detailsOf(tx, id)
  })
}

/**
 * Creates the rows without an id and changes the others: all or none. Throws `requests:invalid` with the issues of every
 * row; `changed`: another version than the one that the row names.
 */
export function writeBatch(context: Context, rows: readonly BatchRow[]): Promise<{ ids: string[] }> {
  return changingReferential(context, async (tx, touch) => {
    const issues: FieldIssue[] = []
    const refuse = (found: readonly FieldIssue[]): void => void issues.push(...found)
    const ids: string[] = []
    for (const [index, { id, version, ...change }] of rows.entries()) {
      const path = `body.products.${index}`
      if (id === undefined) ids.push(await addProduct(tx, context, change, path, refuse))
      else {
        refuse(ids.includes(id) ? [{ path: `${path}.id`, message: 'twice' }] : [])
        const known = await standingOf(tx, id)
        const found = known
          ? [
              ...(known.version === version ? [] : [{ path: `${path}.version`, message: 'changed' }]),
              ...(await judgeProduct(tx, change, known, path)),
            ]
          : [{ path: `${path}.id`, message: 'unknown' }]
        refuse(found)
        if (found.length === 0) await updateProduct(tx, id, change, writerOf(context))
        ids.push(id)
        touch([id])
      }
    }
    refuseFields(issues)
    return { ids }
  })
}

async function addProduct(
  tx: Tx,
  context: Context,
  change: ProductChange,
  path: string,
  refuse: (issues: readonly FieldIssue[]) => void,
): Promise<string> {
  const id = randomUUID()
  const issues = await judgeProduct(tx, change, { id, codes: [], mergedInto: null, archived: false }, path)
  const all = change.label === undefined ? [{ path: `${path}.label`, message: 'missing' }, ...issues] : issues
  refuse(all)
  if (all.length > 0 || change.label === undefined) return id
  await insertProduct(tx, id, change.label)
  await updateProduct(tx, id, change, writerOf(context))
  return id
}

function changedMeanwhile({ changedBy, changedAt }: Standing): AppError {
  return new AppError('products:changedMeanwhile', { by: changedBy, at: changedAt?.toISOString() ?? null })
}

/** Archives products: all or none. Pharmacies keep theirs. Throws `requests:invalid` for an unknown id. */
export function archiveSeveral(context: Context, ids: readonly string[]): Promise<{ ids: string[] }> {
  return changingReferential(context, async (tx) => {
    const known = await knownProducts(tx, ids)
    refuseFields(
      ids.flatMap((id, index) => (known.has(id) ? [] : [{ path: `body.productIds.${index}`, message: 'unknown' }])),
    )
    await archiveProducts(tx, ids, writerOf(context))
    return { ids: [...ids] }
  })
}

/** Throws `requests:notFound`. */
export function archiveProduct(context: Context, id: string): Promise<{ id: string }> {
  return changingReferential(context, async (tx) => {
    requireRow(await standingOf(tx, id))
    await archiveProducts(tx, [id], writerOf(context))
    return { id }
  })
}

/** What still uses a product. Throws `requests:notFound`. */
export function readUses({ database }: Context, id: string): Promise<ProductUses> {
  return database.platform(async (tx) => {
    requireRow(await standingOf(tx, id))
    return usesOf(tx, id)
  })
}

/** Writes a text of the product; an empty one removes it. Throws `requests:notFound`. */
export function writeText(
  context: Context,
  id: string,
  kind: TextKind,
  text: string,
): Promise<{ text: string | null }> {
  return changingReferential(context, async (tx) => {
    requireRow(await standingOf(tx, id))
    if (text === '') await deleteText(tx, id, kind)
    else await putText(tx, id, kind, text)
    return { text: text === '' ? null : text }
  })
}
