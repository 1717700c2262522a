import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/domain/errors.ts'
import { slowDown } from '#shared/domain/pin-attempts.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Actor } from '#server/identity/actor.ts'
import { pinHashOf } from '#server/identity/identity.repo.ts'
import { isPin } from '#server/identity/pin.ts'
import { hasUnlocked } from '#server/identity/unlock.repo.ts'
import { raisePinAlert } from '#server/pin-alerts/pin-alert.service.ts'
import { deleteGuess, insertGuess, wrongPinsFor, type Guess } from '#server/tokens/pin-guess.repo.ts'

/**
 * Checks the PIN of a member, with the slow-down of wrong ones (`domain/pin-attempts`). Returns the step that takes the
 * right guess back in the caller's transaction. Throws `requests:notFound` when the user is not an active member of this
 * pharmacy, `tokens:wrongPin` with the attempts left, `users:pinLockedOut` with the seconds to wait.
 */
export async function checkPin(
  context: Context,
  { userId, pin, terminalId }: { userId: string; pin: string; terminalId: string },
): Promise<(tx: Tx) => Promise<void>> {
  const pharmacyId = pharmacyOf(context)
  const { changes } = context
  // Only an alert changes what an answer shows.
  changes.made = false
  const guessId = randomUUID()
  const counted = await countGuess(context, pharmacyId, { id: guessId, userId })
  if (!(await isPin(pin, counted.hash))) throw await refusalOf(context, counted, { userId, terminalId })
  return (tx) => deleteGuess(tx, pharmacyId, guessId)
}

/** `guesses`: of this member at this place, this one included. The rest is what holds if this one is wrong. */
type Counted = { hash: string; guesses: number; attemptsLeft: number; until: number }

/**
 * Counts a guess before the PIN is checked: a hundred concurrent guesses are a hundred. A guess during a wait is
 * refused without a look at the PIN, and does not count.
 */
function countGuess(
  { database, actor, now }: Context,
  pharmacyId: string,
  tried: Pick<Guess, 'id' | 'userId'>,
): Promise<Counted> {
  return database.write(pharmacyId, async (tx) => {
    const hash = await pinHashOf(tx, pharmacyId, tried.userId)
    if (!hash) throw new AppError('requests:notFound')
    const guess = { ...tried, ...(await placeOf(tx, pharmacyId, actor)) }
    const before = await wrongPinsFor(tx, pharmacyId, guess)
    const { until } = slowDown(before, now.getTime())
    if (until > now.getTime()) throw lockedOut(until, now)
    await insertGuess(tx, pharmacyId, guess, now)
    const wrong = before.map(({ at, pace }) => ({ at: [...at, now.getTime()], pace }))
    return { hash, guesses: before[0].at.length + 1, ...slowDown(wrong, now.getTime()) }
  })
}

/** Not the terminal that the caller names, which it can choose: an account gets a new sign-in for its password only. */
async function placeOf(
  tx: Tx,
  pharmacyId: string,
  { userId, signInId }: Actor,
): Promise<Pick<Guess, 'placeId' | 'isKnownPlace'>> {
  if (signInId === undefined) return { placeId: userId, isKnownPlace: true }
  return { placeId: signInId, isKnownPlace: await hasUnlocked(tx, pharmacyId, signInId) }
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
