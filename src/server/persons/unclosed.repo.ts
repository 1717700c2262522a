import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Numbers of open bills, and of parked sales with the person as patient or client, for a person and the relatives.
 * Persons merged into one of them are included.
 */
export async function unclosedOf(
  tx: Tx,
  pharmacyId: string,
  personId: string,
): Promise<{ bills: number; sales: number }> {
  const { rows } = await sql<{ bills: number; sales: number }>`
    with near as (
      select ${personId}::uuid as id
      union select relative_id from relationships where pharmacy_id = ${pharmacyId} and person_id = ${personId}
      union select person_id from relationships where pharmacy_id = ${pharmacyId} and relative_id = ${personId}
    ), concerned as (
      select id from near
      union select f.id from persons f join near n on n.id = f.merged_into where f.pharmacy_id = ${pharmacyId}
    )
    select
      (select count(*) from bills where pharmacy_id = ${pharmacyId} and status = 'open'
        and person_id in (select id from concerned)) as bills,
      (select count(*) from parked_sales where pharmacy_id = ${pharmacyId}
        and (patient_id in (select id from concerned) or client_id in (select id from concerned))) as sales`.execute(tx)
  return rows[0]!
}
