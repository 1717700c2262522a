export const abcClasses = ['A', 'B', 'C'] as const
export type AbcClass = (typeof abcClasses)[number]

/** Shares of the turnover in thousandths: A up to 80 %, B up to 95 %, C the rest. */
const upToA = 800
const upToB = 950

/**
 * The ABC class of each product by its turnover in minor units. The product that crosses a limit still belongs to the
 * class before it; what sold nothing is C.
 */
export function abcOf(products: readonly { id: string; turnover: number }[]): ReadonlyMap<string, AbcClass> {
  const total = products.reduce((sum, { turnover }) => sum + Math.max(0, turnover), 0)
  let before = 0
  return new Map(
    products
      .toSorted((a, b) => b.turnover - a.turnover || (a.id < b.id ? -1 : 1))
      .map(({ id, turnover }): [string, AbcClass] => {
        const share = total === 0 ? 1_000 : (before * 1_000) / total
        before += Math.max(0, turnover)
        if (turnover <= 0) return [id, 'C']
        return [id, share < upToA ? 'A' : share < upToB ? 'B' : 'C']
      }),
  )
}
