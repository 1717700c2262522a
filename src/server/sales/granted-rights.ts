import type { Permission } from '#shared/domain/permissions.ts'
import type { UsedGrant } from '#server/grants/grant.repo.ts'

/** Whether a grant gives this right for the whole sale, or for this lot at this price (minor units). */
export function isGranted(
  grants: readonly UsedGrant[],
  permission: Permission,
  { itemId, price }: { itemId?: string; price?: number } = {},
): boolean {
  return grants.some(
    (grant) =>
      grant.permission === permission &&
      (grant.itemId === null || grant.itemId === itemId) &&
      (price === undefined || grant.amount === price),
  )
}

/**
 * The discount, in percent of the total, that a grant allows: null without a limit, undefined when none was granted. The
 * largest of several counts.
 */
export function grantedDiscount(grants: readonly UsedGrant[]): number | null | undefined {
  const amounts = grants.flatMap(({ permission, amount }) => (permission === 'sale.discount' ? [amount] : []))
  if (amounts.length === 0) return undefined
  return amounts.includes(null) ? null : Math.max(...amounts.map((amount) => amount ?? 0))
}
