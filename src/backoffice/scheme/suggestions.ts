import type { Suggestion } from '#shared/contract/product-health-insurance.ts'

/** What was done with a line: which product it was given, or that it was passed over. */
export type Decisions = Readonly<Record<string, { productId: string } | 'skipped'>>
export type Association = { productHealthInsuranceId: string; productId: string }

/** The first line after `index` that is still to be decided; null when none is left. */
export function nextUndecided(suggestions: readonly Suggestion[], decisions: Decisions, index: number): number | null {
  const order = [...suggestions.keys()].map((at) => (at + index + 1) % suggestions.length)
  return order.find((at) => decisions[suggestions[at]!.line.id] === undefined) ?? null
}

/** Products given so far: a second line may not take them. */
export function takenProducts(decisions: Decisions): Set<string> {
  return new Set(Object.values(decisions).flatMap((decision) => (decision === 'skipped' ? [] : [decision.productId])))
}

/** All that leave no doubt and were not decided by hand: substance, dosage and form the same, one product for one line. */
export function certainAssociations(suggestions: readonly Suggestion[], decisions: Decisions): Association[] {
  const open = suggestions.flatMap(({ line, candidates, certain }): Association[] => {
    const sure = certain ? candidates.find(({ sameDosage, sameForm }) => sameDosage && sameForm) : undefined
    return sure && decisions[line.id] === undefined ? [{ productHealthInsuranceId: line.id, productId: sure.id }] : []
  })
  const taken = takenProducts(decisions)
  const wanted = new Map<string, number>()
  for (const { productId } of open) wanted.set(productId, (wanted.get(productId) ?? 0) + 1)
  // Two lines that mean one product: somebody has to say which.
  return open.filter(({ productId }) => !taken.has(productId) && wanted.get(productId) === 1)
}
