import { AppError } from '#shared/domain/errors.ts'
import type { SharedIdentity } from '#shared/store/identity/identity-atoms.ts'
import { isPinOf } from '#shared/store/identity/offline-unlock.ts'

/** Why a PIN was not accepted. */
export type PinRefusal =
  | { kind: 'wrong-pin'; attemptsLeft: number }
  /** Terminal clock, in ms. */
  | { kind: 'locked-out'; until: number }
  /** Offline, and this member never unlocked here online. */
  | { kind: 'needs-network' }
  /** The member no longer belongs to this pharmacy. */
  | { kind: 'not-a-member' }
  /** The PIN is right, but the member may not do this himself. */
  | { kind: 'lacks-right' }
  /** The platform closed the pharmacy for now. */
  | { kind: 'suspended' }

/** In ms. Customers are waiting: a slower API counts as unreachable. */
export const pinTimeoutMs = 6_000

/** `absent`: nobody judged the PIN, and the terminal's own record may. */
export type PinAnswer<T> = { kind: 'accepted'; reply: T } | { kind: 'refused'; error: AppError } | { kind: 'absent' }

const judged: readonly string[] = ['tokens:wrongPin', 'tokens:lacksRight', 'requests:notFound', 'pharmacies:suspended']

/**
 * Only a decision about the PIN or the member is a refusal: any other error must not keep the till locked. A slow-down
 * is one: the offline check would otherwise give the guesses that the server does not.
 */
export async function askPin<T>(ask: () => Promise<T>): Promise<PinAnswer<T>> {
  try {
    return { kind: 'accepted', reply: await ask() }
  } catch (error) {
    return error instanceof AppError && (isSlowDown(error) || judged.includes(error.message))
      ? { kind: 'refused', error }
      : { kind: 'absent' }
  }
}

/** Whatever slows the calls down, 429 says to wait. */
export function isSlowDown({ message, status }: AppError): boolean {
  return status === 429 || message === 'users:pinLockedOut'
}

/** The refusal of the server in words of the pad. A PIN that it no longer takes opens nothing offline either. */
export async function refusalOf(
  identity: SharedIdentity,
  error: AppError,
  typed: { userId: string; pin: string },
): Promise<PinRefusal> {
  const details = (error.details ?? {}) as { attemptsLeft?: number; retryAfterSeconds?: number }
  if (isSlowDown(error)) return { kind: 'locked-out', until: Date.now() + (details.retryAfterSeconds ?? 30) * 1000 }
  if (error.message === 'tokens:lacksRight') return { kind: 'lacks-right' }
  if (error.message === 'pharmacies:suspended') return { kind: 'suspended' }
  await forgetRefused(identity, error, typed)
  return error.message === 'requests:notFound'
    ? { kind: 'not-a-member' }
    : { kind: 'wrong-pin', attemptsLeft: details.attemptsLeft ?? 1 }
}

/** The server no longer accepts this PIN or member: offline unlock must be impossible too. */
export async function forgetRefused(
  identity: SharedIdentity,
  error: AppError,
  { userId, pin }: { userId: string; pin: string },
): Promise<void> {
  const known = await identity.readUnlock(userId)
  if (known && (error.message === 'requests:notFound' || (await isPinOf(known, pin))))
    await identity.forgetUnlock(userId)
}
