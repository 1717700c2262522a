import type { Permission } from '#shared/domain/permissions.ts'

export type Rights = {
  may(permission: Permission): boolean
  /** The discount limit, in percent, to compare this discount with; null: no limit. */
  discountLimit(isWithin: (limit: number | null) => boolean): number | null
  usedRevoked(): boolean
}
/** In percent; null: no limit, or no right to discounts. */
type DiscountLimits = { present: number | null; soldUnder: number | null }

/**
 * The rights of the seller of a sale. Current rights count. A missing right still counts when the roles at the time of
 * the sale give it: it was revoked while the sale waited to be sent, and the customer has left. The sale is then
 * flagged instead of lost.
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
