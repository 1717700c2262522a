/** How a client pays, over the bills of a year. Amounts in minor units. */
export type PayingHabits = {
  /** Billed in a month, on the average of the months since its first bill. */
  monthly: number
  /** From the issue of a bill to its payment; null when nothing was paid yet. */
  days: number | null
  /** Left of bills that are due for more than 90 days. */
  over90: number
  /** Promises that were not kept. */
  broken: number
}

const month = 30
/** A payer that takes longer is not given more. */
const mostMonths = 3

/**
 * The ceiling that the habits of a client justify: what it buys on credit in the days that it takes to pay, and one month
 * more to breathe; at most three months. One that never paid, owes something for more than 90 days or broke a promise
 * gets one month. Rounded up to `step`. Null without bills.
 */
export function proposedCeiling({ monthly, days, over90, broken }: PayingHabits, step: number): number | null {
  if (monthly <= 0) return null
  const isUnsure = days === null || over90 > 0 || broken > 0
  const months = isUnsure ? 1 : Math.min(mostMonths, Math.max(0, days) / month + 1)
  return Math.ceil((monthly * months) / step) * step
}
