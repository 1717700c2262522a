import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { AssociatedProduct, productHealthInsurance as calls } from '#shared/contract/product-health-insurance.ts'
import type { Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { changing } from '#server/lists/changing.ts'
import {
  associate,
  associatedByIds,
  knownProducts,
} from '#server/product-health-insurance/product-health-insurance.repo.ts'
import {
  refuseTaken,
  requireLine,
  requireLines,
} from '#server/product-health-insurance/product-health-insurance.service.ts'

type Association = HandlerInput<typeof calls.associateProduct>['body']

/**
 * Associates a product with a line of the scheme; null removes the association. Throws `requests:invalid`,
 * `requests:notFound`, `productHealthInsurance:productTaken`.
 */
export function associateProduct(context: Context, id: string, body: Association): Promise<AssociatedProduct> {
  return changing(context, async (tx, pharmacyId, touch) => {
    if (body.productHealthInsuranceId !== id)
      refuseFields([{ path: 'body.productHealthInsuranceId', message: 'not the id of the path' }])
    const line = await requireLine(tx, pharmacyId, id)
    if (line.archived && body.productId !== null)
      refuseFields([{ path: 'body.productHealthInsuranceId', message: 'archived' }])
    touch(
      'product-health-insurance',
      await applyAll(tx, pharmacyId, [{ ...body, path: 'body' }], new Map([[id, line.productId]])),
    )
    const [associated] = await associatedByIds(tx, pharmacyId, [id])
    return associated!
  })
}

/** Associates several at once, all or none. Returns the number of changed lines. */
export function associateProducts(
  context: Context,
  associations: readonly Association[],
): Promise<{ associated: number }> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const placed = associations.map((association, index) => ({ ...association, path: `body.associations.${index}` }))
    const lines = await requireLines(
      tx,
      pharmacyId,
      placed.map((each) => ({ id: each.productHealthInsuranceId, path: `${each.path}.productHealthInsuranceId` })),
    )
    const changed = await applyAll(
      tx,
      pharmacyId,
      placed,
      new Map([...lines.values()].map(({ id, productId }) => [id, productId])),
    )
    touch('product-health-insurance', changed)
    return { associated: changed.length }
  })
}

/** Writes the associations that differ from the stored ones. Returns those lines. */
async function applyAll(
  tx: Tx,
  pharmacyId: string,
  associations: readonly (Association & { path: string })[],
  standing: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const known = await knownProducts(
    tx,
    associations.flatMap(({ productId }) => productId ?? []),
  )
  refuseFields([
    ...associations.flatMap(({ productId, path }) =>
      productId === null || known.has(productId) ? [] : [{ path: `${path}.productId`, message: 'unknown' }],
    ),
    ...repeated(associations, ({ productHealthInsuranceId }) => productHealthInsuranceId, 'productHealthInsuranceId'),
    ...repeated(associations, ({ productId }) => productId, 'productId'),
  ])
  const changed = new Map(
    associations.flatMap(({ productHealthInsuranceId, productId }) =>
      standing.get(productHealthInsuranceId) === productId ? [] : [[productHealthInsuranceId, productId] as const],
    ),
  )
  await refuseTaken(tx, pharmacyId, changed)
  if (changed.size > 0) await associate(tx, pharmacyId, changed)
  return [...changed.keys()]
}

function repeated<T extends { path: string }>(
  rows: readonly T[],
  key: (row: T) => string | null,
  field: string,
): { path: string; message: string }[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const value = key(row)
    if (value === null || !seen.has(value)) {
      if (value !== null) seen.add(value)
      return []
    }
    return [{ path: `${row.path}.${field}`, message: 'twice' }]
  })
}
