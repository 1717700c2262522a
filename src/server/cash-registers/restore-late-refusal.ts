import { parcelAnswered } from '#server/cash-registers/close-register.ts'
import { lateRefusalEntry } from '#server/cash-registers/late-refusal.ts'
import { findLateRefusal, lateRefusalIdsHeld } from '#server/cash-registers/late-refusal.repo.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import type { Restorer } from '#server/inbox/restorer.ts'

/** A refusal comes back after the closing that waited for another answer: that one waits for it no more. */
export const lateRefusalRestorer: Restorer<EntryOf<'late-refusal'>> = {
  name: ({ payload: { id } }) => ({ kind: 'late-refusal', id }),
  held: lateRefusalIdsHeld,
  async restore(tx, { pharmacyId, payload: { id, parcelId, message }, at }) {
    const noted = await parcelAnswered(tx, pharmacyId, {
      id: parcelId,
      refusal: { message },
      now: new Date(at),
      eventId: id,
    })
    return noted.length > 0 ? { kind: 'late-refusal', id } : { reason: `no closing waits for ${parcelId}` }
  },
  async entryOf(tx, pharmacyId, id) {
    const refusal = await findLateRefusal(tx, pharmacyId, id)
    return refusal && lateRefusalEntry(pharmacyId, refusal)
  },
}
