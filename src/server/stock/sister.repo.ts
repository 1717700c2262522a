import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type SisterRow = { id: string; name: string; timeZone: string }

/** The other pharmacies of the same owner. Needs the sight of all pharmacies. */
export async function sistersOf(tx: Tx, pharmacyId: string): Promise<SisterRow[]> {
  const { rows } = await sql<SisterRow>`
    select s.id, s.name, s.time_zone as "timeZone" from pharmacies own
      join pharmacies s on s.domain_id = own.domain_id and s.id <> own.id
    where own.id = ${pharmacyId} order by s.name, s.id`.execute(tx)
  return rows
}
