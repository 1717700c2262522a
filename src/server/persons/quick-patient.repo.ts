import { sql } from 'kysely'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { Tx } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

/** The facts that the rules of a quick patient need, read under the pharmacy's lock. */
export type Counter = {
  countryCode: string
  /** The pharmacy's calendar day. */
  today: string
  personExists: boolean
  /** `defaultCoverage`: its rate, in percent. */
  contract: { defaultCoverage: number } | null
  holderExists: boolean
  policyExists: boolean
}

export async function readCounter(
  tx: Tx,
  pharmacyId: string,
  { id, policy }: NewQuickPatient,
  now: Date,
): Promise<Counter> {
  const { rows } = await sql<Counter>`
    select p.country_code as "countryCode", (${now}::timestamptz at time zone p.time_zone)::date::text as today,
      exists (select from persons f where f.pharmacy_id = p.id and f.id = ${id}) as "personExists",
      (select json_build_object('defaultCoverage', c.default_coverage) from contracts c where c.pharmacy_id = p.id
        and c.id = ${policy?.contractId ?? null}) as contract,
      exists (select from persons f where f.pharmacy_id = p.id
        and f.id = ${policy?.holderId ?? null}) as "holderExists",
      exists (select from contract_policies y where y.pharmacy_id = p.id
        and y.id = ${policy?.id ?? null}) as "policyExists"
    from pharmacies p where p.id = ${pharmacyId}`.execute(tx)
  const counter = rows[0]
  if (!counter) throw new Error(`no pharmacy ${pharmacyId}`)
  return counter
}

/**
 * Inserts a patient created at the counter, with the policy shown there, and gives the row a revision for every till.
 */
export async function insertQuickPatient(
  tx: Tx,
  { pharmacyId, person, note, createdAt }: { pharmacyId: string; person: Person; note: string | null; createdAt: Date },
): Promise<void> {
  const { id, policies } = person
  await tx
    .insertInto('persons')
    .values({
      pharmacy_id: pharmacyId,
      id,
      first_name: person.firstName,
      last_name: person.lastName,
      birth_date: person.birthDate,
      sex: person.sex,
      phone: person.phone,
      social_security_id: person.socialSecurityId,
      note,
      created_at: createdAt,
      to_check: true,
    })
    .execute()
  for (const policy of policies) {
    await tx
      .insertInto('contract_policies')
      .values({
        pharmacy_id: pharmacyId,
        id: policy.id,
        contract_id: policy.contractId,
        beneficiary_id: id,
        holder_id: policy.holderId,
        number: policy.number,
        coverage: policy.coverage,
        rank: policy.rank,
      })
      .execute()
  }
  await touchRows(tx, pharmacyId, 'persons', [id])
}
