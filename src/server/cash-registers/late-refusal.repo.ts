import { sql } from 'kysely'
import type { LateRefusal } from '#server/cash-registers/late-refusal.ts'
import type { Tx } from '#server/db/database.ts'

export async function findLateRefusal(tx: Tx, pharmacyId: string, id: string): Promise<LateRefusal | undefined> {
  const { rows } = await sql<LateRefusal>`
    select id, details ->> 'id' as "parcelId", details ->> 'message' as message, user_id as "userId", at from register_events
    where pharmacy_id = ${pharmacyId} and kind = 'refused-later' and id = ${id}`.execute(tx)
  return rows[0]
}

export async function lateRefusalIdsHeld(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from register_events where pharmacy_id = ${pharmacyId} and kind = 'refused-later' and id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
