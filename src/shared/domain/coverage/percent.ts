import { minor, type Minor } from '#shared/domain/money.ts'

/** A percent as people type it: a whole number from 0 to 100. */
export function isPercent(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 100
}

/** `percent` of an amount in minor units, half a unit up. Exact for every amount from 0; a RangeError for what is no amount or no percent. */
export function percentOf(amount: number, percent: number): Minor {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount to take a percent of: ${amount}`)
  if (!isPercent(percent)) throw new RangeError(`not a percent: ${percent}`)
  // amount × percent may go beyond 2^53: the hundreds and the rest apart never do.
  const rest = amount % 100
  return minor(((amount - rest) / 100) * percent + Math.floor((rest * percent + 50) / 100))
}
