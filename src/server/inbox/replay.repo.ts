import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export async function pharmacyExists(tx: Tx, pharmacyId: string): Promise<boolean> {
  return (await tx.selectFrom('pharmacies').select('id').where('id', '=', pharmacyId).executeTakeFirst()) !== undefined
}

/** Everything that came through the inbox and was accepted, every corrected date, and every refusal that a closing waited for, of all pharmacies, oldest first: of one moment the closing before what it need not wait for. Reads as the platform. */
export async function acceptedIds(tx: Tx): Promise<{ pharmacyId: string; id: string; kind: string }[]> {
  const { rows } = await sql<{ pharmacyId: string; id: string; kind: string }>`
    select pharmacy_id as "pharmacyId", id, kind, at from inbox where accepted
    union all select pharmacy_id, id, kind, at from sale_events
    union all select pharmacy_id, id, 'late-refusal', at from register_events where kind = 'refused-later' order by at, kind desc`.execute(
    tx,
  )
  return rows
}

/** Of these ids, those that were accepted: for what has no row of its own. */
export async function acceptedOf(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('inbox')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', 'in', [...ids])
    .where('accepted', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** What was answered when this was accepted, and when. */
export async function acceptedAnswer(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ answer: unknown; at: Date } | undefined> {
  return tx
    .selectFrom('inbox')
    .select(['answer', 'at'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('accepted', '=', true)
    .executeTakeFirst()
}
