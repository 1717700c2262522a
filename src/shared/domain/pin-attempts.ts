/** How wrong PINs slow down the next one: so many without a wait, then a wait that doubles up to the longest. */
export type Pace = { free: number; longestWaitSeconds: number }
export const paces = {
  /** Of one member at one terminal. */
  memberHere: { free: 5, longestWaitSeconds: 300 },
  /**
   * For all members at one terminal. Less strict, because the wait affects every member at this terminal. All terminals
   * at which nobody ever typed a right PIN count as one.
   */
  terminal: { free: 20, longestWaitSeconds: 120 },
  /**
   * For one member at all terminals that are in use, because nobody needs the right PIN to walk on to the next one. The
   * wait is short, because it also applies at terminals without wrong PINs.
   */
  memberAnywhere: { free: 30, longestWaitSeconds: 30 },
} as const satisfies Record<string, Pace>

const firstWaitSeconds = 2
/** A wrong PIN counts for this long; a right one does not take it back. */
export const countedMs = 3_600_000
/** In ms. A PIN dated further in the future than this was tried before a wrong clock was corrected. */
const clockToleranceMs = 60_000

/** The wait after so many wrong PINs, in seconds: 0, then 2, 4, 8 … */
export function waitSeconds(wrong: number, { free, longestWaitSeconds }: Pace): number {
  return wrong < free ? 0 : Math.min(firstWaitSeconds * 2 ** (wrong - free), longestWaitSeconds)
}

/** The moments of wrong PINs, in ms, with the pace that they set. */
export type WrongPins = { at: readonly number[]; pace: Pace }

/**
 * When the next PIN may be tried: not before `until` (ms; a moment in the past means no wait). `attemptsLeft`: wrong
 * PINs until the first wait. The rule is the same online and offline. After a clock was put back, wrong PINs dated in
 * the future still count, but the wait does not start at their date.
 */
export function slowDown(counts: readonly WrongPins[], now: number): { attemptsLeft: number; until: number } {
  const each = counts.map(({ at, pace }) => {
    const counted = at.filter((moment) => moment > now - countedMs)
    const last = Math.max(0, ...counted.filter((moment) => moment <= now + clockToleranceMs))
    return {
      attemptsLeft: Math.max(0, pace.free - counted.length),
      until: last + waitSeconds(counted.length, pace) * 1000,
    }
  })
  return {
    attemptsLeft: Math.min(...each.map(({ attemptsLeft }) => attemptsLeft)),
    until: Math.max(...each.map(({ until }) => until)),
  }
}
