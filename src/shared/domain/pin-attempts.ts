const freeAttempts = 5
const firstLockSeconds = 30
/** Nobody waits longer: a lock that seems to last longer was set by a clock that was ahead. */
export const longestLockSeconds = 3600

/** What is left after `failed` wrong PINs in a row: attempts, or a wait that doubles with each further one (30 s, 1 min, 2 min … 1 h). The same online and offline. */
export function afterFailures(failed: number): { attemptsLeft: number; lockSeconds: number } {
  if (failed < freeAttempts) return { attemptsLeft: freeAttempts - failed, lockSeconds: 0 }
  return {
    attemptsLeft: 0,
    lockSeconds: Math.min(firstLockSeconds * 2 ** Math.min(failed - freeAttempts, 20), longestLockSeconds),
  }
}
