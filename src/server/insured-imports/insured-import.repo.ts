import { sql } from 'kysely'
import type { InsuredMapping } from '#shared/contract/insured-imports.ts'
import type { JudgedRow, KnownPerson, KnownPolicy, InsuredPlan } from '#shared/domain/insured/judge-insured.ts'
import type { Insured } from '#shared/domain/insured/read-insured.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

export type ImportingPharmacy = { countryCode: string; currencyDecimals: number }

export async function importingPharmacy(tx: Tx, pharmacyId: string): Promise<ImportingPharmacy> {
  const { rows } = await sql<ImportingPharmacy>`
    select p.country_code as "countryCode", c.currency_decimals as "currencyDecimals" from pharmacies p
      join countries c on c.code = p.country_code where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}

export type ImportedContract = { id: string; payerId: string; archived: boolean }

/** The contract with its payer: its company, or the organization that pays itself. */
export async function importedContract(tx: Tx, pharmacyId: string, id: string): Promise<ImportedContract | undefined> {
  const { rows } = await sql<ImportedContract>`
    select id, coalesce(company_id, owner_organization_id) as "payerId", archived from contracts
      where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]
}

export async function isPayer(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from companies where pharmacy_id = ${pharmacyId} and id = ${id} union all select from organizations
      where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows.length > 0
}

export async function mappingOf(tx: Tx, pharmacyId: string, payerId: string): Promise<InsuredMapping | null> {
  const row = await tx
    .selectFrom('member_import_mappings')
    .select('mapping')
    .where('pharmacy_id', '=', pharmacyId)
    .where('payer_id', '=', payerId)
    .executeTakeFirst()
  // only this file writes the column, in the shape of the contract
  return (row?.mapping as InsuredMapping | undefined) ?? null
}

export async function keepMapping(tx: Tx, pharmacyId: string, payerId: string, mapping: InsuredMapping): Promise<void> {
  await tx
    .insertInto('member_import_mappings')
    .values({ pharmacy_id: pharmacyId, payer_id: payerId, mapping: JSON.stringify(mapping) })
    .onConflict((conflict) =>
      conflict.columns(['pharmacy_id', 'payer_id']).doUpdateSet((row) => ({ mapping: row.ref('excluded.mapping') })),
    )
    .execute()
}

/** Every policy of a contract with its beneficiary, archived ones included: an insured person who left may return. */
export async function policiesOfContract(tx: Tx, pharmacyId: string, contractId: string): Promise<KnownPolicy[]> {
  const { rows } = await sql<KnownPolicy>`
    select k.id, k.number, k.holder_id as "holderId", k.coverage, k.valid_from as "validFrom",
      k.valid_until as "validUntil", k.ceiling_per_month as "monthlyCeiling", k.archived,
      json_build_object('id', p.id, 'lastName', p.last_name, 'firstName', p.first_name, 'birthDate', p.birth_date,
        'sex', p.sex, 'phone', p.phone) as person
    from contract_policies k join persons p on p.pharmacy_id = k.pharmacy_id and p.id = k.beneficiary_id
    where k.pharmacy_id = ${pharmacyId} and k.contract_id = ${contractId} order by k.id`.execute(tx)
  return rows
}

/**
 * Persons in use who share the birth date of one of these insured persons and the longest word of the name; the rule
 * compares the rest.
 */
export async function possiblePersons(
  tx: Tx,
  pharmacyId: string,
  insuredPersons: readonly Insured[],
): Promise<KnownPerson[]> {
  const wanted = insuredPersons.flatMap(({ lastName, firstName, birthDate }) =>
    birthDate === null ? [] : [{ day: birthDate, word: longestWord(`${lastName} ${firstName}`) }],
  )
  if (wanted.length === 0) return []
  const { rows } = await sql<KnownPerson>`
    with r as materialized (select distinct day, word
      from ${jsonRows(wanted)} as w (day date, word text))
    select distinct p.id, p.last_name as "lastName", p.first_name as "firstName", p.birth_date as "birthDate", p.sex,
      p.phone
    from persons p join r on p.birth_date = r.day
    where p.pharmacy_id = ${pharmacyId} and not p.archived and p.merged_into is null
      and strpos(p.searched, r.word) > 0`.execute(tx)
  return rows
}

function longestWord(name: string): string {
  return wordsOf(name).reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}

/** Writes the result of a judged file. Returns the persons whose rows changed. */
export async function writeInsured(
  tx: Tx,
  pharmacyId: string,
  contractId: string,
  rows: readonly JudgedRow[],
  ended: readonly KnownPolicy[],
): Promise<string[]> {
  const plans = rows.flatMap(({ plan }) => plan ?? [])
  await writePersons(tx, pharmacyId, plans)
  await writePolicies(tx, pharmacyId, contractId, plans)
  if (ended.length > 0)
    await sql`update contract_policies set archived = true where pharmacy_id = ${pharmacyId}
      and id = any(${ended.map(({ id }) => id)}::uuid[])`.execute(tx)
  return [
    ...plans.flatMap(({ person, policy, personId }) => (person || policy ? [personId] : [])),
    ...ended.map(({ person }) => person.id),
  ]
}

async function writePersons(tx: Tx, pharmacyId: string, plans: readonly InsuredPlan[]): Promise<void> {
  const of = (kind: 'create' | 'change'): KnownPerson[] =>
    plans.flatMap(({ person }) => (person?.kind === kind ? [person.person] : []))
  const columns = sql`r (id uuid, "lastName" text, "firstName" text, "birthDate" date, sex text, phone text)`
  const [created, changed] = [of('create'), of('change')]
  if (created.length > 0)
    await sql`
    insert into persons (pharmacy_id, id, last_name, first_name, birth_date, sex, phone)
    select ${pharmacyId}::uuid, r.id, r."lastName", r."firstName", r."birthDate", r.sex, r.phone
      from ${jsonRows(created)} as ${columns}`.execute(tx)
  // Foreign key checks keep the plan from when the table was small, and would read the whole table for each policy: 45
  // s instead of 5 s for 20,000 policies.
  if (created.length > 0) await sql`discard plans`.execute(tx)
  if (changed.length > 0)
    await sql`
    update persons p set birth_date = r."birthDate", sex = r.sex, phone = r.phone
      from ${jsonRows(changed)} as ${columns} where p.pharmacy_id = ${pharmacyId} and p.id = r.id`.execute(tx)
}

async function writePolicies(
  tx: Tx,
  pharmacyId: string,
  contractId: string,
  plans: readonly InsuredPlan[],
): Promise<void> {
  const of = (kind: 'create' | 'change') =>
    plans.flatMap(({ policy }) =>
      policy?.kind === kind ? [{ id: policy.id, personId: policy.personId, ...policy.terms }] : [],
    )
  const columns = sql`r (id uuid, "personId" uuid, "holderId" uuid, number text, coverage int, "validFrom" date,
    "validUntil" date, "monthlyCeiling" bigint)`
  const [created, changed] = [of('create'), of('change')]
  if (changed.length > 0)
    await sql`
    update contract_policies k
      set number = r.number, holder_id = r."holderId", coverage = r.coverage, valid_from = r."validFrom",
      valid_until = r."validUntil", ceiling_per_month = r."monthlyCeiling", archived = false
    from ${jsonRows(changed)} as ${columns} where k.pharmacy_id = ${pharmacyId} and k.id = r.id`.execute(tx)
  if (created.length > 0)
    await sql`
    insert into contract_policies (pharmacy_id, id, contract_id, beneficiary_id, holder_id, number, coverage,
      valid_from, valid_until, ceiling_per_month)
    select ${pharmacyId}::uuid, r.id, ${contractId}::uuid, r."personId", r."holderId", r.number, r.coverage,
      r."validFrom", r."validUntil", r."monthlyCeiling" from ${jsonRows(created)} as ${columns}`.execute(tx)
}
