import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'

/**
 * Number of looks without a change after which the sender counts as hung. A living one settles or postpones a row within
 * its limits for tokens and answers, which are shorter. Looks are counted, not time: a terminal that slept looked once.
 */
export const stalledLooks = 8

/**
 * Watches whether the queue stands still: rows are due, and no row was settled, tried or replaced since. Without a
 * connection only the first row is tried: those behind it are due all the time and do not change. Returns a function that
 * gets the queue at each look, with the time in ms, and says whether it has stood still for too long.
 */
export function watchQueue() {
  let watched = new Map<string, string>()
  let looks = 0
  return (rows: readonly OutboxRow[], now: number): boolean => {
    const states = new Map(rows.map((row) => [row.saleId, `${row.revision} ${row.attempts}`]))
    const moved = watched.size === 0 || [...watched].some(([id, state]) => states.get(id) !== state)
    if (!moved && ++looks < stalledLooks) return false
    watched = rows.some(({ nextAttemptAt }) => nextAttemptAt <= now) ? states : new Map()
    looks = 0
    return !moved
  }
}
