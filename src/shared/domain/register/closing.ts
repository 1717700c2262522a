import type { LocalSaleStatus } from '#shared/domain/local-sale.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { countedTotal, type CountedDenomination } from '#shared/domain/register/denominations.ts'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans, isSameMeans, type Means } from '#shared/domain/register/totals.ts'

/** A sale of this register, its float, or money that was moved in it by hand, that the server does not have yet. */
export type Unsent = {
  id: string
  kind: 'sale' | 'float' | 'disbursement' | 'cash-in' | 'deposit' | 'collection'
  identifier: string
  status: LocalSaleStatus
  total: number
}

/** What was refused may be worth nothing in the end, an open sale is not paid: neither is known. What only waits was paid, and is counted. */
export type SortedUnsent = { open: Unsent[]; refused: Unsent[]; waiting: Unsent[] }

/** Each is in one of the three. */
export function sortUnsent(unsent: readonly Unsent[]): SortedUnsent {
  const those = (...statuses: LocalSaleStatus[]): Unsent[] => unsent.filter(({ status }) => statuses.includes(status))
  return { open: those('LOCAL', 'ONGOING'), refused: those('ERROR'), waiting: those('SUBMITTING') }
}

/** What was counted: the drawer by notes and coins, every other means by its own total in minor units. */
export type Count = { denominations: readonly CountedDenomination[]; others: readonly (Means & { counted: number })[] }

/** `gap` = counted − expected: below zero, it is missing. Minor units. */
export type Difference = Means & { expected: Minor; counted: Minor; gap: Minor }

/** Each means that was expected or counted, once; the drawer first. Money counted where none was expected is a difference too. */
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
      return { ...means, counted, gap: minor(counted - means.expected) }
    },
  )
}

/** Asks for an explanation. Two gaps may add up to nothing and are still two: money keyed under the wrong means. */
export function isUneven(rows: readonly Difference[]): boolean {
  return rows.some(({ gap }) => gap !== 0)
}
