/** In minutes: how long a terminal may stay untouched before it locks. The pharmacy chooses one; there is no « never ». */
export const autoLockChoices = [1, 2, 5, 10, 15] as const
export type AutoLockMinutes = (typeof autoLockChoices)[number]
export const defaultAutoLock: AutoLockMinutes = 2

/** In minutes: the same while a window of the back-office is the last that was touched. Nobody passes behind it. */
export const officeLockChoices = [...autoLockChoices, 30, 60] as const
export const defaultOfficeLock: (typeof officeLockChoices)[number] = 15

/** Whether a session must end: nobody touched its terminal for `idleMs`, in any window. */
export function isLeftAlone(idleMs: number, minutes: number): boolean {
  return idleMs >= minutes * 60_000
}

/**
 * Whether unsaved input keeps the terminal open. `ownIdleMs`: since the last touch of the window with this input. After
 * the longest choice the usual time begins.
 */
export function holdsOpen(ownIdleMs: number): boolean {
  return !isLeftAlone(ownIdleMs, Math.max(...autoLockChoices))
}
