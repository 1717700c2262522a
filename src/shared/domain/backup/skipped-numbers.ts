const dayMs = 86_400_000
/** Papers of a busy hour, for a pharmacy that has sold nothing yet. */
const least = 100

/**
 * By how much the numbers of papers jump after a restore, so that no number that was given in the lost time is given
 * again: twice what the busiest day needs, for each day that was begun. `lostMs`: from the last moment that the backup
 * holds until now, because nobody knows when the computer died. `busiestDay`: the most papers of one kind in a day.
 */
export function skippedNumbers({ lostMs, busiestDay }: { lostMs: number; busiestDay: number }): number {
  const days = Math.floor(Math.max(0, lostMs) / dayMs) + 1
  return Math.max(least, Math.ceil((2 * busiestDay * days) / least) * least)
}
