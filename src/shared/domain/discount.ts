import { percentOf } from '#shared/domain/coverage/percent.ts'
import { minor, roundHalfUp, type Minor } from '#shared/domain/money.ts'

/**
 * The most that the holder of some roles may take off a sale, in percent of its total: the highest of those of his roles that discount at all.
 * null: one of them sets no limit, or none of them discounts (whether he may is the right's question, not this one).
 */
export function discountLimitOf(roles: readonly { permissions: readonly string[]; discountLimit: number | null }[]): number | null {
  const limits = roles.filter(({ permissions }) => permissions.includes('sale.discount')).map(({ discountLimit }) => discountLimit)
  return limits.reduce<number | null>((highest, limit, place) => (place === 0 ? limit : highest === null || limit === null ? null : Math.max(highest, limit)), null)
}

/** The largest discount on a total, in minor units, rounded down so that no limit is ever passed; null where nothing limits it. */
export function largestDiscount(total: Minor, limit: number | null): Minor | null {
  return limit === null ? null : minor(Math.floor((total * limit) / 100))
}

/** What a discount takes, in minor units: its amount, or its percent of what the payers leave, half a unit up. */
export function discountOf({ amount, percent }: { amount: number; percent?: number | null | undefined }, patientPart: Minor): number {
  if (percent === null || percent === undefined) return amount
  const within = Math.min(100, Math.max(0, percent))
  return Number.isInteger(within) ? percentOf(patientPart, within) : roundHalfUp((patientPart * within) / 100)
}
