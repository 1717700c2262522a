import { minor, type Minor } from '#shared/domain/money.ts'

/** Whether the value is an integer from 0 to 100. */
export function isPercent(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 100
}

/**
 * `percent` of an amount in minor units, rounded half up. Exact for every safe integer from 0; throws RangeError for an
 * invalid amount or percentage.
 */
export function percentOf(amount: number, percent: number): Minor {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount to take a percent of: ${amount}`)
  if (!isPercent(percent)) throw new RangeError(`not a percent: ${percent}`)
  // amount × percent may exceed 2^53: compute hundreds and remainder separately.
  const rest = amount % 100
  return minor(((amount - rest) / 100) * percent + Math.floor((rest * percent + 50) / 100))
}
