import { sql, type RawBuilder } from 'kysely'
import type { TouchedClients } from '#server/sales/shop.ts'

/**
 * Parts of a `with` that give a new revision to the clients whose debt or used coverage changes, so that tills read
 * them again. Most sales touch no client, and then nothing is looked up.
 */
export function touchedClientsParts(
  pharmacyId: string,
  { persons, organizations, companies }: TouchedClients,
  rev: number,
): RawBuilder<unknown> {
  return sql`touched_person as (
      update persons set rev = ${rev} where cardinality(${persons}::uuid[]) > 0 and pharmacy_id = ${pharmacyId}
        and id = any(${persons}::uuid[])
    ), touched_organization as (
      update organizations set rev = ${rev} where cardinality(${organizations}::uuid[]) > 0
        and pharmacy_id = ${pharmacyId} and id = any(${organizations}::uuid[])
    ), touched_company as (
      update companies set rev = ${rev} where cardinality(${companies}::uuid[]) > 0 and pharmacy_id = ${pharmacyId}
        and id = any(${companies}::uuid[])
    )`
}
