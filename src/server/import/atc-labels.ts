import type { ImportedProduct } from '#server/import/bdpm-products.ts'

/**
 * The official files link ATC codes but do not name them: a code is named after the substances most often found under it
 * (ties: the first by alphabet), which is what the fifth level of ATC stands for.
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
