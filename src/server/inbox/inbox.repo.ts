import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type InboxEntry = { revision: number; hash: string; accepted: boolean; answer: unknown }
/**
 * `sentBy`: the account of the token that the parcel was sent with. `content`: the content of a parcel that was refused
 * as unproven; otherwise null. `cash`: what a refused parcel says that it brought into a drawer.
 */
export type NewInboxEntry = InboxEntry & {
  pharmacyId: string
  id: string
  kind: string
  at: Date
  sentBy: string
  content: unknown
  cash: RefusedCash | null
}
/** `amount` in minor units. */
export type RefusedCash = { registerId: string; amount: number }

/** Every answered attempt with this id, lowest revision first. */
export async function entriesOf(tx: Tx, pharmacyId: string, id: string): Promise<InboxEntry[]> {
  const { rows } = await sql<InboxEntry>`
    /* prepared: inbox-entries */ select revision, hash, accepted, answer from inbox where pharmacy_id = ${pharmacyId}
      and id = ${id} order by revision`.execute(tx)
  return rows
}

/**
 * Stores an answer. Throws (unique key) when this revision already has an answer: this key makes a parcel count only
 * once.
 */
export async function keepAnswer(
  tx: Tx,
  { pharmacyId, id, kind, revision, hash, accepted, answer, at, sentBy, content, cash }: NewInboxEntry,
): Promise<void> {
  await sql`
    /* prepared: keep-answer */ insert into inbox (pharmacy_id, id, kind, revision, hash, accepted, answer, at,
      sent_by, content, register_id, cash)
    values (${pharmacyId}, ${id}, ${kind}, ${revision}, ${hash}, ${accepted}, ${JSON.stringify(answer)},
      ${at}, ${sentBy}, ${content === null ? null : JSON.stringify(content)}, ${cash?.registerId ?? null},
      ${cash?.amount ?? null})`.execute(tx)
}
