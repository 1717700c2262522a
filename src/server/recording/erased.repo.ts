import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** The id of an erased person, or of a sale or a policy of such a one, and when that person was erased last. */
export type ErasedId = { id: string; erasedAt: Date }

/** Those of the persons who were erased since a moment: what the records name them by. */
export async function erasedSince(tx: Tx, since: Date): Promise<ErasedId[]> {
  const { rows } = await sql<ErasedId>`
    with erased as (select pharmacy_id, id, erased_at from persons where erased_at >= ${since})
    select id, erased_at as "erasedAt" from erased
    union select s.id, e.erased_at from sales s join erased e on e.pharmacy_id = s.pharmacy_id and e.id = s.patient_id
    union select p.id, e.erased_at from contract_policies p
      join erased e on e.pharmacy_id = p.pharmacy_id and e.id in (p.beneficiary_id, p.holder_id)`.execute(tx)
  return rows
}
