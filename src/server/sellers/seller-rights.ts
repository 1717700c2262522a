import type { CoverageFlag } from '#shared/domain/coverage/coverage-flags.ts'
import type { Permission } from '#shared/domain/permissions.ts'

/**
 * Reasons why an accepted sale needs a review.
 * `price:changed`: the price differs from the lot's current price, and the seller may not set prices; most often the
 * terminal's list was outdated.
 * `coverage:raised`: a payer was charged at a rate above the policy's.
 * `coverage:invalid`, `coverage:overrun`: the payer may not pay this share, or not that much of it; the customer was
 * told the amount.
 * `refusal:regularised`: the server refused the sale, which then lost goods or money, and a member gave the reason.
 * `stock:expired`: an expired lot, sold by a seller with the right to.
 * `voucher:repeated`, `serial:repeated`: another sale has the same voucher of the same policy, or the same box.
 * `prescription:missing`: a listed medicine without the prescription that it needs, by a seller with the right to.
 * `prescription:unapproved`: the same by a seller without the right, in a sale that arrived late; the goods had left.
 */
export type SaleFlag =
  | CoverageFlag
  | 'right:revoked'
  | 'session:unknown'
  | 'stock:negative'
  | 'stock:expired'
  | 'price:changed'
  | 'prescription:missing'
  | 'prescription:unapproved'
  | 'voucher:repeated'
  | 'serial:repeated'
  | 'clock:ahead'
  | 'refusal:regularised'

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
