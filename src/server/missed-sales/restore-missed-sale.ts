import type { Tx } from '#server/db/database.ts'
import { restoreAccepted } from '#server/inbox/inbox.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { acceptedAnswer } from '#server/inbox/replay.repo.ts'
import type { Restored, Restorer } from '#server/inbox/restorer.ts'
import { insertMissed, isProductKnown, missedIdsHeld } from '#server/missed-sales/missed-sale.repo.ts'
import type { KeptMissedSale } from '#server/missed-sales/missed-sale.service.ts'
import { readSeller } from '#server/sales/seller.repo.ts'

/** A missed sale comes back as it was noted; without its product where the lost database took that with it, whose name still stands there. */
export const missedSaleRestorer: Restorer<EntryOf<'missed-sale'>> = {
  name: ({ payload: { id } }) => ({ kind: 'missed-sale', id }),
  held: missedIdsHeld,
  restore: restoreMissed,
  async entryOf(tx, pharmacyId, id) {
    const accepted = await acceptedAnswer(tx, pharmacyId, id)
    if (!accepted) return undefined
    const { missed, payload } = accepted.answer as KeptMissedSale
    return {
      pharmacyId,
      userId: payload.sellerId,
      kind: 'missed-sale',
      payload,
      answer: missed,
      at: accepted.at.toISOString(),
    }
  },
}

async function restoreMissed(
  tx: Tx,
  { pharmacyId, payload, answer, at, kind }: EntryOf<'missed-sale'>,
): Promise<Restored | { reason: string }> {
  const { seller } = await readSeller(tx, pharmacyId, payload)
  if (!seller) return { reason: `unknown seller ${payload.sellerId}` }
  const isKnown = answer.pharmacyProductId !== null && (await isProductKnown(tx, pharmacyId, answer.pharmacyProductId))
  const missed = isKnown ? answer : { ...answer, pharmacyProductId: null }
  await insertMissed(tx, pharmacyId, missed, payload, new Date(at))
  await restoreAccepted(tx, { pharmacyId, kind, payload, answer: { missed, payload } satisfies KeptMissedSale, at })
  return { kind: 'missed-sale', id: payload.id }
}
