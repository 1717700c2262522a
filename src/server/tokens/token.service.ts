import { randomUUID } from 'node:crypto'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { createToken } from '#shared/contract/tokens.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { domainOf, rolesOf } from '#server/identity/identity.repo.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import { endUnlocks, insertUnlock, isUnlockKnown, offlineSessionOf } from '#server/identity/unlock.repo.ts'
import { checkPin } from '#server/tokens/check-pin.ts'

type Unlock = HandlerInput<typeof createToken>['body']

/**
 * Unlocks a terminal, and ends the session that was open there. Throws `requests:notFound` when the user is not an
 * active member of this pharmacy, `tokens:wrongPin` with the attempts left, `users:pinLockedOut` with the seconds to
 * wait, `auth:forbidden` for another member than the one whom the account is of.
 */
export async function unlock(
  context: Context,
  { userId, pin, terminalId }: Unlock,
): Promise<CallReply<typeof createToken>> {
  const pharmacyId = pharmacyOf(context)
  const { actor, database, identity, now } = context
  if ((actor.opensOnly ?? userId) !== userId) throw new AppError('auth:forbidden')
  const forgetGuess = await checkPin(context, { userId, pin, terminalId })
  const { claims, ended, ...rights } = await database.write(pharmacyId, async (tx) => {
    await forgetGuess(tx)
    const id = randomUUID()
    await insertUnlock(tx, { pharmacyId, id, userId, terminalId, signInId: actor.signInId ?? null, at: now })
    const switched = { of: 'terminal_id', is: terminalId, except: id, reason: 'switch' } as const
    const ended = await endUnlocks(tx, pharmacyId, switched, now)
    const offlineSessionId = await offlineSessionOf(tx, { pharmacyId, userId, terminalId, at: now })
    const roles = await rolesOf(tx, pharmacyId, userId)
    const claims = {
      pharmacyId,
      pin: id,
      roles: roles.map((role) => role.name),
      domainId: await domainOf(tx, pharmacyId),
    }
    return {
      claims,
      ended,
      permissions: [...permissionsOf(roles)],
      discountLimit: discountLimitOf(roles),
      offlineSessionId,
    }
  })
  if (ended > 0) identity.forget(pharmacyId)
  const token = await identity.customToken(userId, claims)
  return { token, claims: { uid: userId, ...claims }, ...rights }
}

/** Ends a session because its terminal was locked; one that is over stays as it is. Throws `requests:notFound`. */
export async function lock(context: Context, id: string): Promise<{ id: string }> {
  const pharmacyId = pharmacyOf(context)
  await context.database.write(pharmacyId, async (tx) => {
    if (!(await isUnlockKnown(tx, pharmacyId, id))) throw new AppError('requests:notFound')
    await endUnlocks(tx, pharmacyId, { of: 'id', is: id, reason: 'lock' }, context.now)
  })
  context.identity.forget(pharmacyId)
  return { id }
}
