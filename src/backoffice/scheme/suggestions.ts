import type { Suggestion } from '#shared/contract/product-health-insurance.ts'

/** The decision on a line: the product chosen, or skipped. */
export type Decisions = Readonly<Record<string, { productId: string } | 'skipped'>>
export type Association = { productHealthInsuranceId: string; productId: string }

/** The index of the first undecided line after `index`; null when none is left. */
export function nextUndecided(suggestions: readonly Suggestion[], decisions: Decisions, index: number): number | null {
  const order = [...suggestions.keys()].map((at) => (at + index + 1) % suggestions.length)
  return order.find((at) => decisions[suggestions[at]!.line.id] === undefined) ?? null
}

/** Products already chosen: each can be chosen for one line only. */
export function takenProducts(decisions: Decisions): Set<string> {
  return new Set(Object.values(decisions).flatMap((decision) => (decision === 'skipped' ? [] : [decision.productId])))
}

/** All certain suggestions that were not decided by hand: same substance, dosage and form, one product per line. */
export function certainAssociations(suggestions: readonly Suggestion[], decisions: Decisions): Association[] {
  const open = suggestions.flatMap(({ line, candidates, certain }): Association[] => {
    const sure = certain ? candidates.find(({ sameDosage, sameForm }) => sameDosage && sameForm) : undefined
    return sure && decisions[line.id] === undefined ? [{ productHealthInsuranceId: line.id, productId: sure.id }] : []
  })
  const taken = takenProducts(decisions)
  const wanted = new Map<string, number>()
  for (const { productId } of open) wanted.set(productId, (wanted.get(productId) ?? 0) + 1)
  // Two lines that mean the same product are left to the user.
  return open.filter(({ productId }) => !taken.has(productId) && wanted.get(productId) === 1)
}
