import type { Tx } from '#server/db/database.ts'

export type InboxEntry = { revision: number; hash: string; accepted: boolean; answer: unknown }
export type NewInboxEntry = InboxEntry & { pharmacyId: string; id: string; kind: string; at: Date }

/** Every attempt that was answered under an id, oldest revision first. */
export function entriesOf(tx: Tx, pharmacyId: string, id: string): Promise<InboxEntry[]> {
  return tx.selectFrom('inbox').select(['revision', 'hash', 'accepted', 'answer']).where('pharmacy_id', '=', pharmacyId).where('id', '=', id).orderBy('revision').execute()
}

/** Keeps an answer. Throws (unique key) when this revision was answered already: that is what makes a parcel count once. */
export async function keepAnswer(tx: Tx, entry: NewInboxEntry): Promise<void> {
  await tx.insertInto('inbox').values(rowOf(entry)).execute()
}

/** The same for what comes back from the journal: an acceptance of the past wins over a refusal that a younger database gave meanwhile. */
export async function restoreAnswer(tx: Tx, entry: NewInboxEntry): Promise<void> {
  const { hash, accepted, answer, at } = rowOf(entry)
  await tx
    .insertInto('inbox')
    .values(rowOf(entry))
    .onConflict((conflict) => conflict.columns(['pharmacy_id', 'id', 'revision']).doUpdateSet({ hash, accepted, answer, at }))
    .execute()
}

function rowOf({ pharmacyId, id, kind, revision, hash, accepted, answer, at }: NewInboxEntry) {
  return { pharmacy_id: pharmacyId, id, kind, revision, hash, accepted, answer: JSON.stringify(answer), at }
}
