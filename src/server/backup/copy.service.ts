import { isCopy } from '#server/backup/copy.repo.ts'
import type { Tx } from '#server/db/database.ts'

/** Whether this server is a restored copy that nobody has confirmed: nothing leaves it. Needs a transaction of the platform. */
export function isUnconfirmedCopy(tx: Tx): Promise<boolean> {
  return isCopy(tx)
}
