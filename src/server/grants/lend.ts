import type { Grant } from '#shared/contract/tokens.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Tx } from '#server/db/database.ts'
import { readGrants, recordUse, type UsedGrant } from '#server/grants/grant.repo.ts'
import { judgeGrants } from '#server/grants/judge-grants.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Acting } from '#server/sellers/acting.ts'

/**
 * What a right is lent for. `subjectId`: the sale, register or lot. `usedFor`: the gesture itself, so that its repeat is
 * no second use, and another gesture is. `follows`: an earlier part of the same gesture, which may have used the grant.
 * `at`: when it was made, by the terminal's clock. `amount`: the money that moves, in minor units; a right lent for another
 * amount does not count. `terminalId` null: no terminal vouches for the code.
 */
type LentFor = {
  subjectId: string
  usedFor: string
  follows?: string | undefined
  at: string
  amount?: number | undefined
  terminalId: string | null
}

/** The trace of a lent right, written after the gesture was accepted. */
export type Lent = { note: (tx: Tx) => Promise<void> }

/**
 * The right of the caller for a gesture that needs the network, or one that another member lent for it. Null: his own.
 * Throws `auth:forbidden` when he has neither. The call must declare `lends`, and note the lent right in the same
 * transaction.
 */
export async function requireRight(
  tx: Tx,
  context: Context,
  permission: Permission,
  { grant, ...asked }: { grant: Grant | undefined; subjectId: string; usedFor: string },
): Promise<Lent | null> {
  const { actor, now } = context
  if (actor.permissions.has(permission)) return null
  // Only the server gives a right for it: no terminal vouches for the code.
  const made = { ...asked, at: now.toISOString(), terminalId: null }
  const used = await usable(tx, context, permission, { grant, ...made })
  if (!used) throw new AppError('auth:forbidden', { permission })
  return lent(context, [used], { ...made, userId: actor.userId, terminalId: actor.userId })
}

/**
 * The rights of a parcel with those that its grants lend. A lent right counts only while it is proven: money and goods
 * move for nobody else. `lent`: those that were needed; null when the own rights sufficed.
 */
export async function withLentRight(
  tx: Tx,
  context: Context,
  acting: Acting,
  {
    grants,
    sellerId,
    terminalId,
    ...asked
  }: LentFor & { grants: readonly (Grant | undefined)[]; sellerId: string; terminalId: string },
): Promise<Acting & { lent: () => Lent | null }> {
  const usables: UsedGrant[] = []
  for (const grant of grants) {
    const used = grant && (await usable(tx, context, grant.permission, { grant, terminalId, ...asked }))
    if (used) usables.push(used)
  }
  const needed = new Set<UsedGrant>()
  return {
    ...acting,
    rights: {
      ...acting.rights,
      may(permission) {
        if (acting.rights.may(permission)) return true
        const used = usables.find((each) => each.permission === permission)
        if (used) needed.add(used)
        return used !== undefined
      },
    },
    lent: () => (needed.size > 0 ? lent(context, [...needed], { ...asked, userId: sellerId, terminalId }) : null),
  }
}

/**
 * The code that a named member typed for a gesture of another one, as a right of his own. Null: not his, not for this
 * gesture, or not proven.
 */
export async function codeOf(
  tx: Tx,
  context: Context,
  permission: Permission,
  {
    grant,
    memberId,
    sellerId,
    terminalId,
    ...asked
  }: LentFor & { grant: Grant; memberId: string; sellerId: string; terminalId: string },
): Promise<Lent | null> {
  const used = await usable(tx, context, permission, { grant, terminalId, ...asked })
  return used?.grantedBy === memberId ? lent(context, [used], { ...asked, userId: sellerId, terminalId }) : null
}

async function usable(
  tx: Tx,
  context: Context,
  permission: Permission,
  { grant, terminalId, amount, ...made }: LentFor & { grant: Grant | undefined },
): Promise<UsedGrant | undefined> {
  if (grant?.permission !== permission) return undefined
  const rows = await readGrants(tx, pharmacyOf(context), { grants: [grant], terminalId })
  const [used] = judgeGrants([grant], rows, { ...made, isLate: false, now: context.now })
  return used && (used.amount === null || used.amount === amount) ? used : undefined
}

function lent(
  context: Context,
  grants: readonly UsedGrant[],
  { subjectId, usedFor, follows, userId, terminalId }: LentFor & { userId: string; terminalId: string },
): Lent {
  const pharmacyId = pharmacyOf(context)
  return {
    note: (tx) =>
      recordUse(tx, pharmacyId, { grants, subjectId, terminalId, userId, usedFor, follows, now: context.now }),
  }
}
