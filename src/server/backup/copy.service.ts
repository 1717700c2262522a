import { isCopy, jumpNumbers } from '#server/backup/copy.repo.ts'
import type { Tx } from '#server/db/database.ts'

/** Whether this server is a restored copy that nobody has confirmed: nothing leaves it. Needs a transaction of the platform. */
export function isUnconfirmedCopy(tx: Tx): Promise<boolean> {
  return isCopy(tx)
}

/** So that no number of the lost time is given again. Needs a transaction of the platform. */
export function skipLostNumbers(
  tx: Tx,
  moments: { holdsUntil: Date; now: Date },
): Promise<{ id: string; skipped: number }[]> {
  return jumpNumbers(tx, moments)
}
