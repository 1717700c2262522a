import { bookedCash } from '#shared/domain/correction-money.ts'
import type { ReplacedSale } from '#shared/domain/local-sale.ts'
import { keptOf, type Payment } from '#shared/domain/payment.ts'

/** An amount so many times a usual one has a zero too many, or is asked about all the same. */
const timesUsual = 5

/** Whether an amount is far above what is usual, in minor units. Nothing is known of a usual amount of 0. */
export function isFarAbove(amount: number, usual: number): boolean {
  return usual > 0 && amount > usual * timesUsual
}

/** Cash received for which more change is due than the largest note, in minor units. */
type LargeChange = { tendered: number; change: number }

/**
 * The cash of a sale when the customer would have kept a note of it in his hand: its change is above the largest note.
 * What a correction gives back of the replaced sale is no change. Null: nothing to ask, or no notes are known.
 */
export function largeChange(
  sale: { payments: readonly Payment[]; replaces?: ReplacedSale | null | undefined },
  denominations: readonly number[],
): LargeChange | null {
  const largest = Math.max(0, ...denominations)
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  if (!cash || largest === 0) return null
  const tendered = cash.tendered - bookedCash(sale)
  const change = Math.min(tendered, cash.tendered - keptOf(cash))
  return change > largest ? { tendered, change } : null
}
