import type { Fact } from '#shared/domain/accounting/facts.ts'
import { sum } from '#shared/domain/money.ts'

/** Sales that came after their month was closed; `items`: the first ones by day. Amounts in minor units, with AIB. */
export type LateSales = {
  count: number
  total: number
  items: { id: string; number: number; day: string; total: number }[]
}

/** The most sales that are named. */
export const namedLateSales = 10

/**
 * The sales of closed months that no export has yet, and how many of them are of before `opening`, the first exported
 * month. A sale that was booked and has changed since (`former`) is a correction, not a late one.
 */
export function lateSales(
  changes: readonly { fact: Fact | null; former: unknown }[],
  { month, opening }: { month: string; opening: string },
): LateSales & { beforeOpening: number } {
  const late = changes.flatMap(({ fact, former }) =>
    fact && !former && fact.day < month && fact.content.kind === 'sale'
      ? [
          {
            id: fact.key.slice('sale:'.length),
            number: fact.content.number,
            day: fact.day,
            total: sum(fact.content.groups.map(({ gross }) => gross)) + fact.content.levied,
          },
        ]
      : [],
  )
  return {
    count: late.length,
    total: sum(late.map(({ total }) => total)),
    items: late
      .toSorted((a, b) => (a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1))
      .slice(0, namedLateSales),
    beforeOpening: late.filter(({ day }) => day < opening).length,
  }
}
