import type { EntryOf } from '#server/inbox/journal-entry.ts'

/** A parcel that a closing counted and the server refused: an event of the register. */
export type LateRefusal = { id: string; parcelId: string; message: string; userId: string; at: Date }

export function lateRefusalEntry(
  pharmacyId: string,
  { id, parcelId, message, userId, at }: LateRefusal,
): EntryOf<'late-refusal'> {
  return {
    pharmacyId,
    userId,
    kind: 'late-refusal',
    payload: { id, revision: 1, parcelId, message },
    answer: { id },
    at: at.toISOString(),
  }
}
