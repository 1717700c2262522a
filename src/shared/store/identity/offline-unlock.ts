import { countedMs, paces, slowDown } from '#shared/domain/pin-attempts.ts'
import type { OfflineUnlock } from '#shared/store/identity/identity-store.ts'
import { lockNames, withLock } from '#shared/windows/locks.ts'

/**
 * OWASP's number for PBKDF2 with SHA-512. A four-digit PIN stays weak: the slow-down protects the lock screen, the slow
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
  readUnlocks(): Promise<OfflineUnlock[]>
  putUnlock(unlock: OfflineUnlock): Promise<void>
}

/** Stores the PIN hash for offline checks, after each unlock that the server accepted. Wrong PINs still count. */
export async function rememberUnlock(
  records: Records,
  { grants, sessionId }: Pick<OfflineUnlock, 'grants' | 'sessionId'>,
  pin: string,
): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await slowHash(pin, salt, iterations)
  await withLock(lockNames.offlineUnlock, async () => {
    const wrongAt = (await records.readUnlock(grants.userId))?.wrongAt ?? []
    await records.putUnlock({
      userId: grants.userId,
      salt,
      hash,
      iterations,
      grants,
      ...(sessionId && { sessionId }),
      wrongAt,
    })
  })
}

/**
 * Checks a PIN against the terminal's own record, with the slow-down of the server (`domain/pin-attempts`). A guess is
 * written to disk before the check, so that a power cut gives no free one; a right PIN takes only itself back. `now` is
 * in ms.
 */
export function checkOffline(records: Records, userId: string, pin: string, now: number): Promise<OfflineCheck> {
  return withLock(lockNames.offlineUnlock, async () => {
    const all = await records.readUnlocks()
    const known = all.find((record) => record.userId === userId)
    if (!known) return { kind: 'unknown' }
    const before = [
      { at: known.wrongAt ?? [], pace: paces.memberHere },
      { at: all.flatMap(({ wrongAt = [] }) => wrongAt), pace: paces.terminal },
    ]
    const { until: waited } = slowDown(before, now)
    if (waited > now) return { kind: 'locked-out', until: waited }
    const counted = { ...known, wrongAt: [...stillCounted(known.wrongAt ?? [], now), now] }
    await records.putUnlock(counted)
    if (await isPinOf(known, pin)) {
      await records.putUnlock(known)
      return { kind: 'right', grants: known.grants, ...(known.sessionId && { sessionId: known.sessionId }) }
    }
    const { attemptsLeft, until } = slowDown(
      before.map(({ at, pace }) => ({ at: [...at, now], pace })),
      now,
    )
    return until > now ? { kind: 'locked-out', until } : { kind: 'wrong', attemptsLeft }
  })
}

/** Wrong PINs of a clock that was ahead become wrong PINs of now: they would count until that future has passed. */
function stillCounted(wrongAt: readonly number[], now: number): number[] {
  return wrongAt.filter((at) => at > now - countedMs).map((at) => Math.min(at, now))
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
