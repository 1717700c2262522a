import { saturated, type Minor } from '#shared/domain/money.ts'

/**
 * The turnover missed while a product is out of stock, in minor units: what its demand would have brought in, or what
 * customers were noted to ask for, if that is more. A noted customer is part of the demand: the two are never added.
 */
export function missedTurnover({
  perDay,
  daysOut,
  price,
  noted,
}: {
  /** Null: the demand is unknown, and only the noted customers count. */
  perDay: number | null
  daysOut: number
  price: number
  noted: number
}): Minor {
  return saturated(Math.max(noted, Math.round((perDay ?? 0) * Math.max(0, daysOut) * price)))
}
