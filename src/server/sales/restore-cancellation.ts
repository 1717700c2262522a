import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer, acceptedOf } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import type { Tx } from '#server/db/database.ts'
import { refusalOfUndoing } from '#server/sales/accept-sale.ts'
import { cancel, type KeptCancellation } from '#server/sales/cancel-sale.ts'
import { findUndoable, isMember } from '#server/sales/reverse-sale.repo.ts'

/** A cancellation comes back after its sale, with its own time and reason. */
export const cancellationRestorer: Restorer<EntryOf<'cancellation'>> = {
  name: ({ payload: { id } }) => ({ kind: 'cancellation', id }),
  held: acceptedOf,
  restore: restoreCancellation,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    if (!accepted) return undefined
    const { sale, payload, userId } = accepted.answer as KeptCancellation
    return { pharmacyId, userId, kind: 'cancellation', payload, answer: sale, at: accepted.at.toISOString() }
  },
}

async function restoreCancellation(
  tx: Tx,
  { pharmacyId, userId, payload, at, kind }: EntryOf<'cancellation'>,
): Promise<Restored | { reason: string }> {
  const undoable = await findUndoable(tx, pharmacyId, payload.saleId)
  if (!undoable) return { reason: `unknown sale ${payload.saleId}` }
  const refusal = refusalOfUndoing(undoable)
  if (refusal) return { reason: `the sale ${payload.saleId} cannot be canceled: ${refusal.message}` }
  if (!(await isMember(tx, pharmacyId, userId))) return { reason: `unknown member ${userId}` }
  const { sale } = await cancel(tx, { pharmacyId, sent: payload, userId, at: new Date(at) })
  await restoreAccepted(tx, {
    pharmacyId,
    kind,
    payload,
    answer: { sale, payload, userId } satisfies KeptCancellation,
    at,
  })
  return { kind: 'cancellation', id: payload.id }
}
