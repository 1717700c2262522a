import type { LocalSaleStatus } from '#shared/domain/local-sale.ts'
import { minor, saturated, sum, type Minor } from '#shared/domain/money.ts'
import { countedTotal, type CountedDenomination } from '#shared/domain/register/denominations.ts'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans, isSameMeans, type Means } from '#shared/domain/register/totals.ts'

/** A sale, float or cash movement of this register that the server does not have yet. `total` in minor units. */
export type Unsent = {
  id: string
  kind: 'sale' | 'float' | 'disbursement' | 'cash-in' | 'deposit' | 'collection'
  identifier: string
  status: LocalSaleStatus
  total: number
}

/** The final amount of open and refused items is unknown. Waiting items are paid and counted. */
export type SortedUnsent = { open: Unsent[]; refused: Unsent[]; waiting: Unsent[] }

/** Sorts each item into exactly one of the three lists. */
export function sortUnsent(unsent: readonly Unsent[]): SortedUnsent {
  const those = (...statuses: LocalSaleStatus[]): Unsent[] => unsent.filter(({ status }) => statuses.includes(status))
  return { open: those('LOCAL', 'ONGOING'), refused: those('ERROR'), waiting: those('SUBMITTING') }
}

/** A count: cash by denomination, other means by their total in minor units. */
export type Count = { denominations: readonly CountedDenomination[]; others: readonly (Means & { counted: number })[] }

/** `gap` = counted − expected; negative when money is missing. Minor units. */
export type Difference = Means & { expected: Minor; counted: Minor; gap: Minor }

/**
 * One row per means that was expected or counted, the drawer first. Money counted but not expected is a difference too.
 */
export function differences(movements: readonly RegisterMovement[], { denominations, others }: Count): Difference[] {
  const expected = expectedByMeans(movements)
  const unexpected = others.filter(
    (row, place) =>
      !expected.some((means) => isSameMeans(means, row)) &&
      others.findIndex((each) => isSameMeans(each, row)) === place,
  )
  return [...expected, ...unexpected.map(({ type, operator }) => ({ type, operator, expected: minor(0) }))].map(
    (means) => {
      const counted =
        means.type === 'CASH'
          ? countedTotal(denominations)
          : sum(others.filter((row) => isSameMeans(row, means)).map((row) => row.counted))
      return { ...means, counted, gap: saturated(counted - means.expected) }
    },
  )
}

/**
 * The count of who takes a register beside the count of who gives it, one row per means: `expected` is what was given,
 * never what the register expects.
 */
export function comparedCounts(given: Count, taken: Count): Difference[] {
  return differences(
    [
      { kind: 'cash-in', type: 'CASH', amount: countedTotal(given.denominations) },
      ...given.others.map(({ counted, ...means }) => ({ kind: 'cash-in' as const, ...means, amount: minor(counted) })),
    ],
    taken,
  )
}

/** Whether any means has a gap. Two opposite gaps are still two: money recorded under the wrong means. */
export function isUneven(rows: readonly Difference[]): boolean {
  return rows.some(({ gap }) => gap !== 0)
}

/**
 * Whether a count is another one than the only count put down before it: the amounts were shown in between. The order of
 * its rows, and rows without a coin or note, say nothing.
 */
export function isCountedAgain(putDown: readonly Count[], count: Count): boolean {
  const [first, ...others] = putDown
  return first !== undefined && (others.length > 0 || !isSameCount(first, count))
}

function isSameCount(one: Count, other: Count): boolean {
  const written = ({ denominations, others }: Count): string =>
    JSON.stringify([
      denominations
        .filter(({ count }) => count > 0)
        .map(({ form, value, count }) => `${form} ${value} ${count}`)
        .toSorted(),
      others.map(({ type, operator, counted }) => `${type} ${operator ?? ''} ${counted}`).toSorted(),
    ])
  return written(one) === written(other)
}
