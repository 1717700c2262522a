import type { ImportedProduct } from '#server/import/bdpm-products.ts'

/**
 * The official files refer to ATC codes but do not name them. A code is named after the substances found under it most
 * often (ties: first alphabetically), which is the meaning of the fifth ATC level.
 */
export function atcLabels(products: readonly ImportedProduct[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const { atc, inns } of products) {
    if (!atc) continue
    const names = [...new Set(inns.map((inn) => inn.name))].sort((a, b) => a.localeCompare(b, 'fr'))
    const label = names.length === 0 || names.length > 4 ? atc : names.join(' + ')
    const labels = counts.get(atc) ?? new Map<string, number>()
    labels.set(label, (labels.get(label) ?? 0) + 1)
    counts.set(atc, labels)
  }
  return new Map([...counts].map(([code, labels]) => [code, mostFrequent(labels)]))
}

function mostFrequent(labels: ReadonlyMap<string, number>): string {
  const [first] = [...labels].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b, 'fr'))
  if (!first) throw new Error('an ATC code without a product')
  return first[0]
}
