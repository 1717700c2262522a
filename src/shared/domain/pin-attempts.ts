const freeAttempts = 5
const firstLockSeconds = 30
/** Maximum lock. A stored lock that lasts longer was set by a clock that was ahead. */
export const longestLockSeconds = 3600

/**
 * The state after `failed` wrong PINs in a row: attempts left, or a lock that doubles with each further one (30 s, 1
 * min, 2 min … 1 h). The same online and offline.
 */
export function afterFailures(failed: number): { attemptsLeft: number; lockSeconds: number } {
  if (failed < freeAttempts) return { attemptsLeft: freeAttempts - failed, lockSeconds: 0 }
  return {
    attemptsLeft: 0,
    lockSeconds: Math.min(firstLockSeconds * 2 ** Math.min(failed - freeAttempts, 20), longestLockSeconds),
  }
}
