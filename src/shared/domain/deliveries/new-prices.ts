/** A line with the sale price that is proposed for it; null: none, or one is typed. Prices in minor units. */
type Line = {
  id: string
  productId: string | null
  packagingId: string | null
  salePrice: number | null
  proposed: number | null
  before: { price: number | null }
}

/** A sale price that changes for a packaging of a product, and the lines that say so. */
export type NewPrice<L> = { lines: readonly L[]; before: number; after: number }

/**
 * The sale prices that a note would change, once for each packaging of a product. Of several proposals the highest
 * counts: a lower one could sell the dearer boxes below their cost. A price that somebody typed is left alone.
 */
export function newPrices<L extends Line>(all: readonly L[]): NewPrice<L>[] {
  const byPackaging = new Map<string, L[]>()
  for (const line of all)
    if (line.productId !== null) {
      const key = `${line.productId} ${line.packagingId}`
      byPackaging.set(key, [...(byPackaging.get(key) ?? []), line])
    }
  return [...byPackaging.values()].flatMap((lines) => {
    const proposals = lines.flatMap(({ proposed }) => proposed ?? [])
    const before = lines[0]!.before.price
    if (before === null || proposals.length === 0 || lines.some(({ salePrice }) => salePrice !== null)) return []
    return [{ lines, before, after: Math.max(...proposals) }]
  })
}
