import { percentOf } from '#shared/domain/coverage/percent.ts'
import { roundHalfUp, sum, type Minor } from '#shared/domain/money.ts'
import { paymentsFrom, type Payment } from '#shared/domain/payment.ts'

/**
 * A member's discount limit, in percent of a sale's total: the highest among his roles that may discount. Null when one
 * of them has no limit or none may discount; whether he may is a question of the permission `sale.discount`.
 */
export function discountLimitOf(
  roles: readonly { permissions: readonly string[]; discountLimit: number | null }[],
): number | null {
  const limits = roles
    .filter(({ permissions }) => permissions.includes('sale.discount'))
    .map(({ discountLimit }) => discountLimit)
  return limits.reduce<number | null>(
    (highest, limit, place) =>
      place === 0 ? limit : highest === null || limit === null ? null : Math.max(highest, limit),
    null,
  )
}

/** The limit that holds under both of two limits; null: neither limits. */
export function lowerLimit(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

/**
 * The largest discount on a total in minor units, rounded half up like a discount by percentage, so that a percentage
 * within the limit always fits. Null without a limit.
 */
export function largestDiscount(total: Minor, limit: number | null): Minor | null {
  return limit === null ? null : partOf(total, limit)
}

/** Sum of a sale's discounts, in minor units. */
export function discountTotal(payments: readonly Payment[]): Minor {
  return sum(paymentsFrom('discount', payments).map(({ amount }) => amount))
}

/**
 * The amount of a discount in minor units: the amount entered, or a percentage of the patient's part after payers,
 * rounded half up.
 */
export function discountOf(
  { amount, percent }: { amount: number; percent?: number | null | undefined },
  patientPart: Minor,
): number {
  return percent === null || percent === undefined ? amount : partOf(patientPart, percent)
}

function partOf(amount: Minor, percent: number): Minor {
  const within = Math.min(100, Math.max(0, percent))
  return Number.isInteger(within) ? percentOf(amount, within) : roundHalfUp((amount * within) / 100)
}
