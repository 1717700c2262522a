import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { readReturn, touchedBy, type KeptReturn } from '#server/sales/return-lines.ts'
import { isReturnNumberTaken, recordReturn, returnIdsHeld } from '#server/sales/return-record.repo.ts'
import { idsHeld } from '#server/sales/sale.repo.ts'

/** A return comes back after its sale, with its own times and number; with the next number where another one has taken it. */
export const returnRestorer: Restorer<EntryOf<'return'>> = {
  name: ({ answer: { id, number } }) => ({ kind: 'return', id, number }),
  held: returnIdsHeld,
  restore: restoreReturn,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    if (!accepted) return undefined
    const { made, payload, userId } = accepted.answer as KeptReturn
    return { pharmacyId, userId, kind: 'return', payload, answer: made, at: accepted.at.toISOString() }
  },
}

async function restoreReturn(
  tx: Tx,
  { pharmacyId, userId, payload, answer, at, kind }: EntryOf<'return'>,
): Promise<Restored | { reason: string }> {
  if ((await idsHeld(tx, pharmacyId, [payload.saleId])).length === 0)
    return { reason: `unknown sale ${payload.saleId}` }
  const { sale, shop, counter } = await readReturn(tx, pharmacyId, { sent: payload, userId, now: new Date(at) })
  if (!counter.user) return { reason: `unknown member ${userId}` }

  const number = (await isReturnNumberTaken(tx, pharmacyId, answer.number))
    ? counter.lastReturnNumber + 1
    : answer.number
  const made = { ...answer, number, byName: displayName(counter.user) }
  await recordReturn(tx, {
    pharmacyId,
    userId,
    sale,
    registerId: payload.registerId,
    answer: made,
    rev: shop.lastRev + 1,
    at: new Date(at),
    today: shop.today,
    touched: touchedBy(sale, made, shop),
  })
  await restoreAccepted(tx, { pharmacyId, kind, payload, answer: { made, payload, userId } satisfies KeptReturn, at })
  return { kind: 'return', id: payload.id, number, previousNumber: answer.number }
}
