import type { CoverageFlag } from '#shared/domain/coverage/coverage-flags.ts'
import type { Permission } from '#shared/domain/permissions.ts'

/**
 * What the server accepted but wants looked at. `price:changed`: not the price that the lot has now, sold by who may not set prices; most often
 * the terminal's list was older than a change.
 * `coverage:invalid`, `coverage:overrun`: a share that the payer may not pay, or not so much of; the customer was told it.
 * `prescription:missing`: a narcotic without the name of who prescribed it.
 */
export type SaleFlag =
  | CoverageFlag
  | 'right:revoked'
  | 'session:unknown'
  | 'stock:negative'
  | 'price:changed'
  | 'prescription:missing'
  | 'clock:ahead'

export type Rights = {
  may(permission: Permission): boolean
  /** The limit of discounts, in percent, that this discount is held against; null: none. */
  discountLimit(isWithin: (limit: number | null) => boolean): number | null
  usedRevoked(): boolean
}
/** In percent; null: no limit, or no discount at all. */
type DiscountLimits = { present: number | null; soldUnder: number | null }

/**
 * What the seller of a sale may do. His present rights count; one that he lacks today still counts when the roles he sold under give it: it was
 * revoked while the sale waited, the customer has left, and the sale is flagged instead of lost.
 */
export function sellerRights(
  seller: { active: boolean; permissions: readonly Permission[] },
  rolesGive: readonly Permission[],
  limits: DiscountLimits = { present: null, soldUnder: null },
): Rights {
  let usedRevoked = false
  const discounts = {
    present: seller.active && seller.permissions.includes('sale.discount'),
    soldUnder: rolesGive.includes('sale.discount'),
  }
  return {
    may(permission) {
      if (seller.active && seller.permissions.includes(permission)) return true
      if (!rolesGive.includes(permission)) return false
      usedRevoked = true
      return true
    },
    discountLimit(isWithin) {
      if (!discounts.soldUnder || (discounts.present && isWithin(limits.present))) return limits.present
      if (discounts.present && !isWithin(limits.soldUnder)) return limits.present
      usedRevoked = true
      return limits.soldUnder
    },
    usedRevoked: () => usedRevoked,
  }
}
