import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** The ids of the persons who were erased since a moment, and of their sales and policies: what the records name them by. */
export async function erasedSince(tx: Tx, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with erased as (select pharmacy_id, id from persons where erased_at >= ${since})
    select id from erased
    union select s.id from sales s join erased e on e.pharmacy_id = s.pharmacy_id and e.id = s.patient_id
    union select p.id from contract_policies p
      join erased e on e.pharmacy_id = p.pharmacy_id and e.id in (p.beneficiary_id, p.holder_id)`.execute(tx)
  return rows.map(({ id }) => id)
}
