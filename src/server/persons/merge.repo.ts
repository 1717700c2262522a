import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type Pair = { pharmacyId: string; keptId: string; duplicateId: string }

/**
 * Other rows of the synced lists that refer to the duplicate: persons merged into it, beneficiaries of its policies,
 * companies of its contracts.
 */
export async function rowsNaming(
  tx: Tx,
  { pharmacyId, duplicateId }: Pair,
): Promise<{ persons: string[]; companies: string[] }> {
  const { rows } = await sql<{ persons: string[]; companies: string[] }>`
    select array(select id from persons where pharmacy_id = ${pharmacyId} and merged_into = ${duplicateId}
        union select beneficiary_id from contract_policies where pharmacy_id = ${pharmacyId}
          and holder_id = ${duplicateId}) as persons,
      array(select distinct company_id from contracts where pharmacy_id = ${pharmacyId}
        and owner_person_id = ${duplicateId} and company_id is not null) as companies`.execute(tx)
  return rows[0]!
}

/**
 * Moves the policies to the kept person. A policy that the kept person has too (same contract and normalized number) is
 * archived. A beneficiary who is also the holder is the insured, so the holder becomes null.
 */
export async function movePolicies(tx: Tx, { pharmacyId, keptId, duplicateId }: Pair): Promise<void> {
  await sql`
    update contract_policies k set beneficiary_id = ${keptId}, archived = k.archived or exists (
      select from contract_policies own
      where own.pharmacy_id = k.pharmacy_id and own.beneficiary_id = ${keptId} and own.contract_id = k.contract_id
        and own.searched = k.searched and not own.archived)
    where k.pharmacy_id = ${pharmacyId} and k.beneficiary_id = ${duplicateId}`.execute(tx)
  await sql`update contract_policies set holder_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and holder_id = ${duplicateId}`.execute(tx)
  await sql`update contract_policies set holder_id = null where pharmacy_id = ${pharmacyId}
    and beneficiary_id = ${keptId} and holder_id = ${keptId}`.execute(tx)
}

/**
 * Moves the relationships. A relationship between the two persons is deleted. A person related to both keeps the
 * relationship to the kept person.
 */
export async function moveRelationships(tx: Tx, { pharmacyId, keptId, duplicateId }: Pair): Promise<void> {
  await sql`delete from relationships where pharmacy_id = ${pharmacyId} and ${keptId} in (person_id, relative_id)
    and ${duplicateId} in (person_id, relative_id)`.execute(tx)
  await sql`
    with kin as (
      select case when person_id = ${keptId} then relative_id else person_id end as id from relationships
        where pharmacy_id = ${pharmacyId} and ${keptId} in (person_id, relative_id)
    )
    delete from relationships where pharmacy_id = ${pharmacyId} and ${duplicateId} in (person_id, relative_id)
      and (person_id in (select id from kin) or relative_id in (select id from kin))`.execute(tx)
  await sql`update relationships set person_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and person_id = ${duplicateId}`.execute(tx)
  await sql`update relationships set relative_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and relative_id = ${duplicateId}`.execute(tx)
}

export async function moveSales(tx: Tx, { pharmacyId, keptId, duplicateId }: Pair): Promise<void> {
  await sql`update sales set patient_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and patient_id = ${duplicateId}`.execute(tx)
  await sql`update parked_sales set patient_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and patient_id = ${duplicateId}`.execute(tx)
  await sql`update parked_sales set client_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and client_id = ${duplicateId}`.execute(tx)
}

export async function moveOwned(tx: Tx, { pharmacyId, keptId, duplicateId }: Pair): Promise<void> {
  await sql`update contracts set owner_person_id = ${keptId} where pharmacy_id = ${pharmacyId}
    and owner_person_id = ${duplicateId}`.execute(tx)
}

/**
 * Fills the empty fields of the kept person. The higher credit limit stays, so that a merge never lowers a limit. Both
 * notes are kept, because a note may warn of an allergy.
 */
export async function fillFromDuplicate(tx: Tx, { pharmacyId, keptId, duplicateId }: Pair): Promise<void> {
  await sql`
    update persons k set
      first_name = coalesce(nullif(k.first_name, ''), d.first_name), birth_date = coalesce(k.birth_date, d.birth_date),
        sex = coalesce(k.sex, d.sex), phone = coalesce(k.phone, d.phone),
      social_security_id = coalesce(k.social_security_id, d.social_security_id), email = coalesce(k.email, d.email),
        address = coalesce(k.address, d.address),
      credit_limit = case when k.credit_limit is null or d.credit_limit is null then null
        else greatest(k.credit_limit, d.credit_limit) end, created_at = least(k.created_at, d.created_at),
      note = case when k.note is null or d.note is null or k.note = d.note then coalesce(k.note, d.note)
        when length(k.note) + length(d.note) < ${longestNote}::int then k.note || chr(10) || d.note else k.note end,
      tag_ids = (k.tag_ids || array(select t from unnest(d.tag_ids) t where t <> all (k.tag_ids)))[1:${mostTags}::int]
    from persons d where k.pharmacy_id = ${pharmacyId} and k.id = ${keptId} and d.pharmacy_id = k.pharmacy_id
      and d.id = ${duplicateId}`.execute(tx)
}

/** Limits of the contract. */
const longestNote = 2000
const mostTags = 20

/** Persons merged into the duplicate now point to the kept person: a chain of merges has one link. */
export async function retireDuplicate(tx: Tx, { pharmacyId, keptId, duplicateId }: Pair): Promise<void> {
  await sql`update persons set merged_into = ${keptId} where pharmacy_id = ${pharmacyId}
    and merged_into = ${duplicateId}`.execute(tx)
  await sql`update persons set merged_into = ${keptId}, archived = true where pharmacy_id = ${pharmacyId}
    and id = ${duplicateId}`.execute(tx)
}
