import { restsAfter } from '#shared/domain/credit.ts'
import { saturatedSum } from '#shared/domain/money.ts'

/** By days since the sale, the oldest first. */
export const saleAges = ['over90', 'upTo90', 'upTo60', 'upTo30'] as const
export type SaleAge = (typeof saleAges)[number]
/** By days after the day on which a bill was due. */
export type DueAge = 'notDue' | SaleAge

/** A sum that a payer owes, in minor units. `due`: of a bill; null: no bill holds it. */
export type OwedSum = { sold: SaleAge; due: DueAge | null; amount: number }

/** What is owed after money that is for no bill: it covers what no bill holds first, the oldest sales first. */
export function owedAfter(sums: readonly OwedSum[], collected: number): OwedSum[] {
  const age = ({ sold }: OwedSum) => saleAges.indexOf(sold)
  const open = sums
    .toSorted((a, b) => Number(a.due !== null) - Number(b.due !== null) || age(a) - age(b))
    .map((sum) => ({ sum, left: sum.amount }))
  return restsAfter(open, collected).flatMap(({ of: { sum }, rest }) => (rest > 0 ? [{ ...sum, amount: rest }] : []))
}

/** What a payer owes: `left` of its bills by the day they were due, `unbilled` on no bill, and both by age of the sales. */
export type Receivable = Record<DueAge, number> & {
  left: number
  unbilled: number
  owed: number
  sold: Record<SaleAge, number>
}

export function receivableOf(sums: readonly OwedSum[]): Receivable {
  const add = (of: (sum: OwedSum) => boolean) => saturatedSum(sums.filter(of).map(({ amount }) => amount))
  const due = (age: DueAge) => add((one) => one.due === age)
  const sold = (age: SaleAge) => add((one) => one.sold === age)
  return {
    notDue: due('notDue'),
    upTo30: due('upTo30'),
    upTo60: due('upTo60'),
    upTo90: due('upTo90'),
    over90: due('over90'),
    left: add((one) => one.due !== null),
    unbilled: add((one) => one.due === null),
    owed: add(() => true),
    sold: { upTo30: sold('upTo30'), upTo60: sold('upTo60'), upTo90: sold('upTo90'), over90: sold('over90') },
  }
}

/** The figure « Créances », the same wherever it is told: all that is owed, and of it what no bill holds. */
export function receivablesOf(rows: readonly { owed: number; unbilled: number; ahead: number }[]) {
  return {
    owed: saturatedSum(rows.map((row) => row.owed)),
    unbilled: saturatedSum(rows.map((row) => row.unbilled)),
    ahead: saturatedSum(rows.map((row) => row.ahead)),
  }
}
