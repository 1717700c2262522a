import { type CountedDay, type Rule } from '#shared/domain/register/causes/counted-day.ts'
import { quickAmounts } from '#shared/domain/quick-amounts.ts'
import { keptOf } from '#shared/domain/payment.ts'
import { minor } from '#shared/domain/money.ts'

type CashSale = { id: string; amount: number; tendered: number }

/** Change was computed for another note than the one received: 10 000 handed over and 5 000 entered, or vice versa. */
export const wrongNote: Rule<'wrong-note'> = (day, { type, gap }) => {
  if (type !== 'CASH') return []
  const notes = notesOf(day)
  const sales = cashSalesOf(day)
  return sales.flatMap(({ id, amount, tendered }) => {
    const received = tendered + gap
    const others = otherTenders({ id, amount, tendered }, notes)
    const weight = others.get(received)
    if (weight === undefined) return []
    const all = [...others.values()].reduce((whole, each) => whole + each, 0)
    return [
      {
        chance: weight / (all * sales.length),
        explains: 1,
        evidence: { kind: 'wrong-note', saleId: id, keyed: tendered, received },
      },
    ]
  })
}

/** Only sales with change: a customer who is owed change does not leave without it. */
function cashSalesOf({ sales }: CountedDay): CashSale[] {
  return sales.flatMap(({ id, payments, isCanceled }) =>
    payments.flatMap((payment) =>
      payment.type === 'CASH' && payment.tendered > keptOf(payment) && !isCanceled
        ? [{ id, amount: keptOf(payment), tendered: payment.tendered }]
        : [],
    ),
  )
}

function notesOf({ denominations }: CountedDay): number[] {
  return [...new Set(denominations.filter(({ form }) => form === 'note').map(({ value }) => value))].toSorted(
    (a, b) => b - a,
  )
}

/**
 * Other amounts that may have been handed over, with weights: another quick button, or a note mistaken for another one.
 * At least the amount due; less likely if smaller notes would have been enough.
 */
function otherTenders({ amount, tendered }: CashSale, notes: readonly number[]): Map<number, number> {
  const buttons = quickAmounts(minor(amount), notes).map((button) => button.tendered)
  const swapped = notesIn(tendered, notes).flatMap((note) => notes.map((other) => tendered - note + other))
  const sums = [...buttons, ...swapped].filter((sum) => sum !== tendered && sum >= amount)
  return new Map(sums.map((sum) => [sum, 1 / (1 + notes.filter((note) => note >= amount && note < sum).length)]))
}

/** The notes that make up an amount, each denomination once. */
function notesIn(sum: number, notes: readonly number[]): number[] {
  let left = sum
  return notes.filter((note) => {
    const holds = left >= note
    left %= note
    return holds
  })
}
