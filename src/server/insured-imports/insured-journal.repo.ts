import { sql } from 'kysely'
import type { PolicyTerms } from '#shared/domain/insured/judge-insured.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

export type PolicyRow = PolicyTerms & { personId: string; archived: boolean }
export type PersonRow = {
  lastName: string
  firstName: string
  birthDate: string | null
  sex: string | null
  phone: string | null
  archived: boolean
}

/** The policies of a contract by their id: what an import and its undo compare. */
export async function policyRows(tx: Tx, pharmacyId: string, contractId: string): Promise<Map<string, PolicyRow>> {
  const { rows } = await sql<{ id: string; row: PolicyRow }>`
    select id, jsonb_build_object('personId', beneficiary_id, 'number', number, 'holderId', holder_id,
      'coverage', coverage, 'validFrom', valid_from, 'validUntil', valid_until, 'monthlyCeiling', ceiling_per_month,
      'archived', archived) as row
    from contract_policies where pharmacy_id = ${pharmacyId} and contract_id = ${contractId}`.execute(tx)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

export async function personRows(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Map<string, PersonRow>> {
  const { rows } = await sql<{ id: string; row: PersonRow }>`
    select id, jsonb_build_object('lastName', last_name, 'firstName', first_name, 'birthDate', birth_date, 'sex', sex,
      'phone', phone, 'archived', archived) as row
    from persons where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/** Of these policies, those that paid for a sale which came since. */
export async function policiesUsedSince(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  since: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct y.policy_id as id from sale_payments y
      join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
    where y.pharmacy_id = ${pharmacyId} and y.policy_id = any(${[...ids]}::uuid[]) and s.received_at >= ${since}`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Writes policies as they were. Those that are archived come first: a number is that of one policy in use. */
export async function writePolicyRows(
  tx: Tx,
  pharmacyId: string,
  policies: readonly (PolicyRow & { id: string })[],
): Promise<void> {
  for (const archived of [true, false])
    await sql`
      update contract_policies k set number = r.number, holder_id = r."holderId", coverage = r.coverage,
        valid_from = r."validFrom", valid_until = r."validUntil", ceiling_per_month = r."monthlyCeiling",
        archived = r.archived
      from ${jsonRows(policies)} as r (id uuid, "holderId" uuid, number text, coverage int, "validFrom" date,
        "validUntil" date, "monthlyCeiling" bigint, archived boolean)
      where k.pharmacy_id = ${pharmacyId} and k.id = r.id and r.archived = ${archived}`.execute(tx)
}

export async function writePersonRows(
  tx: Tx,
  pharmacyId: string,
  persons: readonly (PersonRow & { id: string })[],
): Promise<void> {
  await sql`
    update persons p set birth_date = r."birthDate", sex = r.sex, phone = r.phone
    from ${jsonRows(persons)} as r (id uuid, "birthDate" date, sex text, phone text)
    where p.pharmacy_id = ${pharmacyId} and p.id = r.id`.execute(tx)
}

/**
 * Archives those of these persons whom nothing names beside policies that are archived; returns them. Archived and not
 * deleted: a till may hold a sale for one of them that was not sent yet.
 */
export async function archiveUnnamed(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update persons p set archived = true
    where p.pharmacy_id = ${pharmacyId} and p.id = any(${[...ids]}::uuid[]) and not p.archived
      and not exists (select from contract_policies k where k.pharmacy_id = p.pharmacy_id and not k.archived
        and p.id in (k.beneficiary_id, k.holder_id))
      and not exists (select from sales s where s.pharmacy_id = p.pharmacy_id and s.patient_id = p.id)
      and not exists (select from sale_payments y where y.pharmacy_id = p.pharmacy_id and y.client_id = p.id)
      and not exists (select from parked_sales s where s.pharmacy_id = p.pharmacy_id
        and p.id in (s.patient_id, s.client_id))
      and not exists (select from register_movements m where m.pharmacy_id = p.pharmacy_id and m.client_id = p.id)
      and not exists (select from bills b where b.pharmacy_id = p.pharmacy_id and b.person_id = p.id)
      and not exists (select from contracts c where c.pharmacy_id = p.pharmacy_id and c.owner_person_id = p.id)
      and not exists (select from relationships r where r.pharmacy_id = p.pharmacy_id
        and p.id in (r.person_id, r.relative_id))
      and not exists (select from persons m where m.pharmacy_id = p.pharmacy_id and m.merged_into = p.id)
    returning p.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Persons whom an undone import archived, and whom a file names again, are in use again. */
export async function reviveUndone(tx: Tx, pharmacyId: string, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update persons p set archived = false
    where p.pharmacy_id = ${pharmacyId} and p.id = any(${[...personIds]}::uuid[]) and p.archived
      and p.merged_into is null and p.erased_at is null
      and p.id::text in (select c.key from import_changes c join import_runs i on i.id = c.import_id
        where c.pharmacy_id = ${pharmacyId} and c.part = 'persons' and i.undone_at is not null
          and (c.before is null or c.before -> 'archived' = 'true'))
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
