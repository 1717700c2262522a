import type { Grant } from '#shared/contract/tokens.ts'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { grantMs, mayGive } from '#shared/domain/grant.ts'
import type { GrantRows, UsedGrant } from '#server/grants/grant.repo.ts'
import type { RoleRights } from '#server/sellers/seller.repo.ts'

/**
 * A gesture: its subject, what tells it from another one, the earlier part that it follows (the counts of a closing), when
 * it was made by the terminal's clock, and whether the customer has left meanwhile.
 */
type Made = { subjectId: string; usedFor: string; follows?: string | undefined; at: string; isLate: boolean; now: Date }

/**
 * The grants that count for a gesture. Proven: the server gave it for this subject, this right, in time, and no other
 * gesture used it; or a terminal without the server, where the giver's PIN was typed, and he had the right. Not proven:
 * counts for a late gesture only, which gets a flag instead of being lost. What belongs to another gesture, and what
 * nobody of this pharmacy gave, never counts.
 */
export function judgeGrants(grants: readonly Grant[], rows: readonly GrantRows[], made: Made): UsedGrant[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  return grants.flatMap((grant) => {
    const row = known.get(grant.id)
    if (!row?.giver || grant.subjectId !== made.subjectId) return []
    const { given, giver } = row
    if (given && !isForThis(given, grant, made)) return []
    const isProven = given
      ? // A gesture that began in time may end later.
        given.usedFor !== null || Math.min(Date.parse(made.at), made.now.getTime()) <= Date.parse(given.expiresAt)
      : grant.sessionId !== null &&
        row.isGiversSession &&
        // Both by the clock of the terminal.
        Date.parse(made.at) <= Date.parse(grant.at) + grantMs &&
        [giver.roles, row.giverThen].some((had) => mayGiveBy(had, grant))
    if (!isProven && !made.isLate) return []
    const { permission, at, expiresAt } = grant
    // The server's own record, where there is one: the body names only its id.
    const { itemId = null, amount = null } = given ?? grant
    return [{ id: grant.id, permission, itemId, amount, grantedBy: giver.id, at, expiresAt, isProven }]
  })
}

function isForThis(
  given: NonNullable<GrantRows['given']>,
  { permission }: Grant,
  { subjectId, usedFor, follows }: Made,
): boolean {
  return (
    given.permission === permission &&
    given.subjectId === subjectId &&
    (given.usedFor === null || [usedFor, follows].includes(given.usedFor))
  )
}

function mayGiveBy(roles: readonly RoleRights[], grant: Grant): boolean {
  const permissions = roles.flatMap((role) => role.permissions)
  return mayGive({ permissions, discountLimit: discountLimitOf(roles) }, grant)
}
