import type { Permission } from '#shared/domain/permissions.ts'

/** What the server accepted but wants looked at. */
export type SaleFlag = 'right:revoked' | 'session:unknown' | 'stock:negative' | 'clock:ahead' | 'number:changed'

type Rights = { may(permission: Permission): boolean; usedRevoked(): boolean }

/**
 * What the seller of a sale may do. His present rights count; one that he lacks today still counts when the roles he sold under give it: it was
 * revoked while the sale waited, the customer has left, and the sale is flagged instead of lost.
 */
export function sellerRights(seller: { active: boolean; permissions: readonly Permission[] }, rolesGive: readonly Permission[]): Rights {
  let usedRevoked = false
  return {
    may(permission) {
      if (seller.active && seller.permissions.includes(permission)) return true
      if (!rolesGive.includes(permission)) return false
      usedRevoked = true
      return true
    },
    usedRevoked: () => usedRevoked,
  }
}
