import { afterFailures, longestLockSeconds } from '#shared/domain/pin-attempts.ts'
import type { OfflineUnlock } from '#shared/store/identity/identity-store.ts'
import { withLock } from '#shared/windows/locks.ts'

/**
 * OWASP's number for PBKDF2 with SHA-512. A four-digit PIN stays weak: the back-off protects the lock screen, the slow
 * hash only delays an attack on a copied disk.
 */
const iterations = 210_000

export type OfflineCheck =
  | ({ kind: 'right' } & Pick<OfflineUnlock, 'grants' | 'sessionId'>)
  | { kind: 'wrong'; attemptsLeft: number }
  /** Terminal clock, in ms. */
  | { kind: 'locked-out'; until: number }
  /** This member never unlocked here online, so there is no hash to check against. */
  | { kind: 'unknown' }

type Records = {
  readUnlock(userId: string): Promise<OfflineUnlock | undefined>
  putUnlock(unlock: OfflineUnlock): Promise<void>
}

/** Stores the PIN hash for offline checks, after each unlock that the server accepted. Resets the failure count. */
export async function rememberUnlock(
  records: Records,
  { grants, sessionId }: Pick<OfflineUnlock, 'grants' | 'sessionId'>,
  pin: string,
): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await slowHash(pin, salt, iterations)
  await records.putUnlock({
    userId: grants.userId,
    salt,
    hash,
    iterations,
    grants,
    ...(sessionId && { sessionId }),
    failures: 0,
    lockedUntil: 0,
  })
}

/**
 * Checks a PIN against the terminal's own record. The failure count is written to disk before the check, so that a
 * power cut gives no free attempt. `now` is in ms.
 */
export function checkOffline(records: Records, userId: string, pin: string, now: number): Promise<OfflineCheck> {
  return withLock(`unlock:${userId}`, async () => {
    const known = await records.readUnlock(userId)
    if (!known) return { kind: 'unknown' }
    if (known.lockedUntil > now && known.lockedUntil <= now + longestLockSeconds * 1000)
      return { kind: 'locked-out', until: known.lockedUntil }
    const failures = known.failures + 1
    const { attemptsLeft, lockSeconds } = afterFailures(failures)
    const counted: OfflineUnlock = { ...known, failures, lockedUntil: lockSeconds > 0 ? now + lockSeconds * 1000 : 0 }
    await records.putUnlock(counted)
    if (!(await isPinOf(known, pin)))
      return lockSeconds > 0 ? { kind: 'locked-out', until: counted.lockedUntil } : { kind: 'wrong', attemptsLeft }
    await records.putUnlock({ ...known, failures: 0, lockedUntil: 0 })
    return { kind: 'right', grants: known.grants, ...(known.sessionId && { sessionId: known.sessionId }) }
  })
}

/** Whether the PIN matches the stored hash. Does not count the attempt: the server has already judged it. */
export async function isPinOf(known: OfflineUnlock, pin: string): Promise<boolean> {
  const hash = await slowHash(pin, known.salt, known.iterations)
  return hash.every((byte, at) => byte === known.hash[at])
}

async function slowHash(pin: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: rounds }, key, 256),
  )
}
