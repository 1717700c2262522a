import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type InboxEntry = { revision: number; hash: string; accepted: boolean; answer: unknown }
export type NewInboxEntry = InboxEntry & { pharmacyId: string; id: string; kind: string; at: Date }

/** Every attempt that was answered under an id, oldest revision first. */
export async function entriesOf(tx: Tx, pharmacyId: string, id: string): Promise<InboxEntry[]> {
  const { rows } = await sql<InboxEntry>`
    /* prepared: inbox-entries */ select revision, hash, accepted, answer from inbox where pharmacy_id = ${pharmacyId} and id = ${id} order by revision`.execute(
    tx,
  )
  return rows
}

/** Keeps an answer. Throws (unique key) when this revision was answered already: that is what makes a parcel count once. */
export async function keepAnswer(
  tx: Tx,
  { pharmacyId, id, kind, revision, hash, accepted, answer, at }: NewInboxEntry,
): Promise<void> {
  await sql`
    /* prepared: keep-answer */ insert into inbox (pharmacy_id, id, kind, revision, hash, accepted, answer, at)
    values (${pharmacyId}, ${id}, ${kind}, ${revision}, ${hash}, ${accepted}, ${JSON.stringify(answer)}, ${at})`.execute(
    tx,
  )
}
