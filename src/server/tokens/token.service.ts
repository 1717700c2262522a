import { randomUUID } from 'node:crypto'
import { discountLimitOf } from '#shared/domain/discount.ts'
import { AppError } from '#shared/domain/errors.ts'
import { slowDown } from '#shared/domain/pin-attempts.ts'
import type { createToken } from '#shared/contract/tokens.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { domainOf, pinHashOf, rolesOf } from '#server/identity/identity.repo.ts'
import { permissionsOf } from '#server/identity/identity.ts'
import { isPin } from '#server/identity/pin.ts'
import { endUnlocks, insertUnlock, isUnlockKnown, offlineSessionOf } from '#server/identity/unlock.repo.ts'
import { raisePinAlert } from '#server/pin-alerts/pin-alert.service.ts'
import { deleteGuess, insertGuess, wrongPinsFor, type Guess } from '#server/tokens/pin-guess.repo.ts'

type Unlock = HandlerInput<typeof createToken>['body']

/**
 * Unlocks a terminal, and ends the session that was open there. Throws `requests:notFound` when the user is not an
 * active member of this pharmacy, `tokens:wrongPin` with the attempts left, `users:pinLockedOut` with the seconds to
 * wait.
 */
export async function unlock(
  context: Context,
  { userId, pin, terminalId }: Unlock,
): Promise<CallReply<typeof createToken>> {
  const pharmacyId = pharmacyOf(context)
  const { actor, changes, database, identity, now } = context
  // Only an alert changes what an answer shows.
  changes.made = false
  const guess = { id: randomUUID(), userId, placeId: actor.kind === 'terminal' ? terminalId : actor.userId }
  const counted = await countGuess(context, pharmacyId, guess)
  if (!(await isPin(pin, counted.hash))) throw await refusalOf(context, counted, { userId, terminalId })
  const { claims, ended, ...rights } = await database.write(pharmacyId, async (tx) => {
    await deleteGuess(tx, pharmacyId, guess.id)
    const id = randomUUID()
    await insertUnlock(tx, { pharmacyId, id, userId, terminalId, at: now })
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

/** `guesses`: of this member at this place, this one included. The rest is what holds if this one is wrong. */
type Counted = { hash: string; guesses: number; attemptsLeft: number; until: number }

/**
 * Counts a guess before the PIN is checked: a hundred concurrent guesses are a hundred. A guess during a wait is
 * refused without a look at the PIN, and does not count.
 */
function countGuess({ database, now }: Context, pharmacyId: string, guess: Guess): Promise<Counted> {
  return database.write(pharmacyId, async (tx) => {
    const hash = await pinHashOf(tx, pharmacyId, guess.userId)
    if (!hash) throw new AppError('requests:notFound')
    const before = await wrongPinsFor(tx, pharmacyId, guess)
    const { until } = slowDown(before, now.getTime())
    if (until > now.getTime()) throw lockedOut(until, now)
    await insertGuess(tx, pharmacyId, guess, now)
    const wrong = before.map(({ at, pace }) => ({ at: [...at, now.getTime()], pace }))
    return { hash, guesses: before[0].at.length + 1, ...slowDown(wrong, now.getTime()) }
  })
}

/** The refusal of a wrong PIN. Each one that makes the next one wait goes into the alerts. */
async function refusalOf(
  context: Context,
  { guesses, attemptsLeft, until }: Counted,
  where: { userId: string; terminalId: string },
): Promise<AppError> {
  const { database, now } = context
  if (until <= now.getTime()) return new AppError('tokens:wrongPin', { attemptsLeft })
  await database.write(pharmacyOf(context), (tx) => raisePinAlert(tx, context, { ...where, guesses }))
  return lockedOut(until, now)
}

function lockedOut(until: number, now: Date): AppError {
  return new AppError('users:pinLockedOut', { retryAfterSeconds: Math.ceil((until - now.getTime()) / 1000) })
}
