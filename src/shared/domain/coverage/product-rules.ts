import type { ProductRule } from '#shared/domain/coverage/coverage.ts'

/** A contract's exception for one product; `coverage` in percent, `referencePrice` in minor units, null: the payer's. */
export type ProductException = {
  pharmacyProductId: string
  excluded: boolean
  coverage: number | null
  referencePrice: number | null
}

/** The rules of a payer by product: a contract's exception overrides the line of the national scheme. */
export function productRules(
  ofScheme: ReadonlyMap<string, ProductRule>,
  exceptions: readonly ProductException[],
): ReadonlyMap<string, ProductRule> {
  if (exceptions.length === 0) return ofScheme
  return new Map([
    ...ofScheme,
    ...exceptions.map(
      (exception) =>
        [exception.pharmacyProductId, { ...ofScheme.get(exception.pharmacyProductId), ...ruleOf(exception) }] as const,
    ),
  ])
}

function ruleOf({ excluded, coverage, referencePrice }: ProductException): ProductRule {
  return {
    isExcluded: excluded,
    ...(coverage !== null && { percent: coverage }),
    ...(referencePrice !== null && { referencePrice }),
  }
}
