import { isNoShop, jumpNumbers, markCopies } from '#server/backup/copy.repo.ts'
import type { Database, Tx } from '#server/db/database.ts'

/** Whether nothing leaves this server: a copy that nobody has confirmed, or replaced. Needs a transaction of the platform. */
export function letsNothingLeave(tx: Tx): Promise<boolean> {
  return isNoShop(tx)
}

/** So that no number of the lost time is given again. Needs a transaction of the platform. */
export function skipLostNumbers(
  tx: Tx,
  moments: { holdsUntil: Date; now: Date },
): Promise<{ id: string; skipped: number }[]> {
  return jumpNumbers(tx, moments)
}

/**
 * Marks a database that stands again as it was at a moment: it is a copy until a person confirms it (decision 0086). Answers
 * by how much the numbers of papers jumped.
 */
export function markRestored(database: Database, moment: { holdsUntil: Date; now: Date }): Promise<number> {
  return database.platform((tx) => markCopies(tx, { ...moment, kind: 'copy' }))
}
