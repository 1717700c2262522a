import { randomUUID } from 'node:crypto'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { AppError } from '#shared/domain/errors.ts'
import { afterFailures } from '#shared/domain/pin-attempts.ts'
import type { createToken } from '#shared/contract/tokens.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import {
  domainOf,
  insertUnlock,
  offlineSessionOf,
  pinOf,
  rolesOf,
  setFailures,
} from '#server/identity/identity.repo.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import { isPin } from '#server/identity/pin.ts'

/**
 * Unlocks a terminal. Throws `requests:notFound` when the user is not an active member of this pharmacy,
 * `tokens:wrongPin` with the attempts left, `users:pinLockedOut` with the seconds to wait.
 */
export async function unlock(
  context: Context,
  { userId, pin, terminalId }: HandlerInput<typeof createToken>['body'],
): Promise<CallReply<typeof createToken>> {
  const pharmacyId = pharmacyOf(context)
  const attempt = await countAttempt(context, pharmacyId, userId)
  if (!(await isPin(pin, attempt.hash))) {
    throw attempt.lockSeconds > 0
      ? lockedOut(attempt.lockSeconds)
      : new AppError('tokens:wrongPin', { attemptsLeft: attempt.attemptsLeft })
  }
  const { claims, ...rights } = await context.database.write(pharmacyId, async (tx) => {
    await setFailures(tx, pharmacyId, userId, 0, null)
    const id = randomUUID()
    await insertUnlock(tx, { pharmacyId, id, userId, terminalId, at: context.now })
    const offlineSessionId = await offlineSessionOf(tx, { pharmacyId, userId, terminalId, at: context.now })
    const roles = await rolesOf(tx, pharmacyId, userId)
    const claims = {
      pharmacyId,
      pin: id,
      roles: roles.map((role) => role.name),
      domainId: await domainOf(tx, pharmacyId),
    }
    return {
      claims,
      permissions: [...permissionsOf(roles)],
      discountLimit: discountLimitOf(roles),
      offlineSessionId,
    }
  })
  const token = await context.identity.customToken(userId, claims)
  return { token, claims: { uid: userId, ...claims }, ...rights }
}

/**
 * Counts an attempt before the PIN is checked: a hundred concurrent guesses are a hundred attempts. A correct PIN
 * resets the count.
 */
function countAttempt(
  { database, now }: Context,
  pharmacyId: string,
  userId: string,
): Promise<{ hash: string; attemptsLeft: number; lockSeconds: number }> {
  return database.write(pharmacyId, async (tx) => {
    const user = await pinOf(tx, pharmacyId, userId)
    if (!user?.pin_hash) throw new AppError('requests:notFound')
    const waitMs = (user.locked_until?.getTime() ?? 0) - now.getTime()
    if (waitMs > 0) throw lockedOut(Math.ceil(waitMs / 1000))
    const failed = user.failed_pins + 1
    const { attemptsLeft, lockSeconds } = afterFailures(failed)
    await setFailures(
      tx,
      pharmacyId,
      userId,
      failed,
      lockSeconds > 0 ? new Date(now.getTime() + lockSeconds * 1000) : null,
    )
    return { hash: user.pin_hash, attemptsLeft, lockSeconds }
  })
}

function lockedOut(retryAfterSeconds: number): AppError {
  return new AppError('users:pinLockedOut', { retryAfterSeconds })
}
