import type { ProductChange } from '#shared/contract/products.ts'
import type { FieldIssue } from '#server/base/field-issues.ts'
import type { Tx } from '#server/db/database.ts'
import {
  atcExists,
  codesOfOthers,
  missingIds,
  sectionExists,
  type Standing,
} from '#server/products/product-writing.repo.ts'

/**
 * What is wrong with a change of a product, field by field: an unknown reference, a code that another product in use
 * has, or the return of a merged product. A code that the product already shares may stay. `path`: `body`.
 */
export async function judgeProduct(
  tx: Tx,
  change: ProductChange,
  known: Pick<Standing, 'id' | 'codes' | 'mergedInto' | 'archived'>,
  path: string,
): Promise<FieldIssue[]> {
  return [
    ...(await unknownReferences(tx, change, path)),
    ...(await takenCodes(tx, change, known, path)),
    ...(change.archived === false && known.mergedInto !== null
      ? [{ path: `${path}.archived`, message: 'merged' }]
      : []),
  ]
}

async function unknownReferences(tx: Tx, change: ProductChange, path: string): Promise<FieldIssue[]> {
  const one = (id: string | null | undefined) => (id ? [id] : [])
  const lists = [
    ['forms', one(change.formId), () => 'formId'],
    ['brands', one(change.brandId), () => 'brandId'],
    ['product_categories', one(change.categoryId), () => 'categoryId'],
    ['units', one(change.unitId), () => 'unitId'],
    ['inns', (change.inns ?? []).map(({ innId }) => innId), (index: number) => `inns.${index}.innId`],
    ['packagings', change.packagingIds ?? [], (index: number) => `packagingIds.${index}`],
  ] as const
  const issues: FieldIssue[] = []
  for (const [table, ids, fieldAt] of lists) {
    const missing = await missingIds(tx, table, ids)
    for (const [index, id] of ids.entries())
      if (missing.has(id)) issues.push({ path: `${path}.${fieldAt(index)}`, message: 'unknown' })
  }
  if (change.atc && !(await atcExists(tx, change.atc))) issues.push({ path: `${path}.atc`, message: 'unknown' })
  if (change.section && !(await sectionExists(tx, change.section)))
    issues.push({ path: `${path}.section`, message: 'unknown' })
  return issues
}

async function takenCodes(
  tx: Tx,
  change: ProductChange,
  known: Pick<Standing, 'id' | 'codes' | 'archived'>,
  path: string,
): Promise<FieldIssue[]> {
  const returns = known.archived && change.archived === false
  const codes = change.codes ?? (returns ? known.codes : [])
  const added = returns ? codes : codes.filter((code) => !known.codes.includes(code))
  const taken = await codesOfOthers(tx, known.id, added)
  if (change.codes === undefined) return taken.size > 0 ? [{ path: `${path}.archived`, message: 'taken' }] : []
  return codes.flatMap((code, index) =>
    taken.has(code) && added.includes(code) ? [{ path: `${path}.codes.${index}`, message: 'taken' }] : [],
  )
}
