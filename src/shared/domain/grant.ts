import type { Permission } from '#shared/domain/permissions.ts'

/** In ms. How long a right given for one gesture may be used; a sale that was parked longer asks again. */
export const grantMs = 30 * 60_000

/**
 * Whether a member can give this right: he has it himself, and a discount is within his own limit. `amount`: of a
 * discount its highest percentage; missing: everything. `discountLimit`: null without a limit.
 */
export function mayGive(
  { permissions, discountLimit }: { permissions: Iterable<string>; discountLimit: number | null },
  { permission, amount }: { permission: Permission; amount?: number | null | undefined },
): boolean {
  const isWithin = permission !== 'sale.discount' || discountLimit === null || (amount ?? 100) <= discountLimit
  return isWithin && new Set(permissions).has(permission)
}

/**
 * A right that another member gave for one gesture, as a terminal keeps it. `itemId`: the lot, for a price or an expired
 * lot; missing: the whole subject. `amount`: of a discount its highest percentage (missing: everything), of a price the
 * price in minor units. `expiresAt`: by the terminal's clock. `sessionId` null: the server gave it.
 */
export type Grant = {
  id: string
  permission: Permission
  subjectId: string
  itemId?: string | null | undefined
  amount?: number | null | undefined
  grantedBy: string
  /** UTC instant. */
  at: string
  expiresAt: string
  sessionId: string | null
}
