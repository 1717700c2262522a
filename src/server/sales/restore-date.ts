import type { Tx } from '#server/db/database.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { isMember } from '#server/sales/reverse-sale.repo.ts'
import { dateEntry } from '#server/sales/sale-date.ts'
import { dateMoveIdsHeld, findDateMove, moveSaleDate } from '#server/sales/sale-date.repo.ts'
import { idsHeld } from '#server/sales/sale.repo.ts'

/** A corrected date comes back after its sale, and before what happened to that later. */
export const dateRestorer: Restorer<EntryOf<'date'>> = {
  name: ({ payload: { id } }) => ({ kind: 'date', id }),
  held: dateMoveIdsHeld,
  restore: restoreDate,
  async entryOf(tx, pharmacyId, id) {
    const move = await findDateMove(tx, pharmacyId, id)
    return move && dateEntry(pharmacyId, move)
  },
}

async function restoreDate(
  tx: Tx,
  { pharmacyId, userId, payload: { id, saleId, from, to }, at }: EntryOf<'date'>,
): Promise<Restored | { reason: string }> {
  if ((await idsHeld(tx, pharmacyId, [saleId])).length === 0) return { reason: `unknown sale ${saleId}` }
  if (!(await isMember(tx, pharmacyId, userId))) return { reason: `unknown member ${userId}` }
  await moveSaleDate(tx, pharmacyId, { id, saleId, from, to, userId, at: new Date(at) })
  return { kind: 'date', id }
}
