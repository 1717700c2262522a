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
 * no second use, and another gesture is. `at`: when it was made, by the terminal's clock. `terminalId` null: a call that
 * needs the network, where no terminal gives a right by itself.
 */
type LentFor = { subjectId: string; usedFor: string; at: string; terminalId: string | null }

/** The trace of a lent right, written after the gesture was accepted. */
export type Lent = { note: (tx: Tx) => Promise<void> }

/**
 * The right of the caller for a gesture, or one that another member lent for it. Null: his own. Throws `auth:forbidden`
 * when he has neither. The call must declare `lends`, and note the lent right in the same transaction.
 */
export async function requireRight(
  tx: Tx,
  context: Context,
  permission: Permission,
  { grant, ...asked }: LentFor & { grant: Grant | undefined },
): Promise<Lent | null> {
  if (context.actor.permissions.has(permission)) return null
  const used = await usable(tx, context, permission, { grant, ...asked })
  if (!used) throw new AppError('auth:forbidden', { permission })
  return lent(context, used, {
    ...asked,
    userId: context.actor.userId,
    terminalId: asked.terminalId ?? context.actor.userId,
  })
}

/**
 * The rights of a parcel with the one that its grant lends, if any. A lent right counts only while it is proven: money
 * and goods move for nobody else. `lent`: null when the own rights sufficed.
 */
export async function withLentRight(
  tx: Tx,
  context: Context,
  acting: Acting,
  {
    grant,
    sellerId,
    terminalId,
    ...asked
  }: LentFor & { grant: Grant | undefined; sellerId: string; terminalId: string },
): Promise<Acting & { lent: () => Lent | null }> {
  const used = grant && (await usable(tx, context, grant.permission, { grant, terminalId, ...asked }))
  let isNeeded = false
  return {
    ...acting,
    rights: {
      ...acting.rights,
      may(permission) {
        if (acting.rights.may(permission)) return true
        if (used?.permission !== permission) return false
        isNeeded = true
        return true
      },
    },
    lent: () => (used && isNeeded ? lent(context, used, { ...asked, userId: sellerId, terminalId }) : null),
  }
}

async function usable(
  tx: Tx,
  context: Context,
  permission: Permission,
  { grant, terminalId, ...made }: LentFor & { grant: Grant | undefined },
): Promise<UsedGrant | undefined> {
  if (grant?.permission !== permission) return undefined
  const rows = await readGrants(tx, pharmacyOf(context), { grants: [grant], terminalId })
  return judgeGrants([grant], rows, { ...made, isLate: false, now: context.now })[0]
}

function lent(
  context: Context,
  used: UsedGrant,
  { subjectId, usedFor, userId, terminalId }: LentFor & { userId: string; terminalId: string },
): Lent {
  const pharmacyId = pharmacyOf(context)
  return {
    note: (tx) =>
      recordUse(tx, pharmacyId, { grants: [used], subjectId, terminalId, userId, usedFor, now: context.now }),
  }
}
