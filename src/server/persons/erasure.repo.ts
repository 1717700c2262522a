import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** The person and those merged into him. */
export async function personsOf(tx: Tx, pharmacyId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from persons where pharmacy_id = ${pharmacyId} and ${id} in (id, merged_into) order by id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Whether the pharmacy has this person and has not erased him, or one who was merged into him. */
export async function isNamed(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ isNamed: boolean }>`
    select exists (select from persons where pharmacy_id = ${pharmacyId} and ${id} in (id, merged_into)
      and erased_at is null) as "isNamed"`.execute(tx)
  return rows[0]!.isNamed
}

/** An erased person of a pharmacy. */
export type Erased = { pharmacyId: string; id: string }

/** Every erased person of the platform, in a fixed order. Needs a transaction of the platform. */
export async function erasedPersons(tx: Tx): Promise<Erased[]> {
  const { rows } = await sql<Erased>`
    select pharmacy_id as "pharmacyId", id from persons where erased_at is not null order by 1, 2`.execute(tx)
  return rows
}

/** Those of a list who are named in this database. Needs a transaction of the platform. */
export async function namedOf(tx: Tx, erased: readonly Erased[]): Promise<Erased[]> {
  const { rows } = await sql<Erased>`
    select p.pharmacy_id as "pharmacyId", p.id from persons p
      join unnest(${erased.map((one) => one.pharmacyId)}::uuid[], ${erased.map(({ id }) => id)}::uuid[]) as e (pharmacy_id, id)
        on e.pharmacy_id = p.pharmacy_id and (e.id = p.id or e.id = p.merged_into)
    where p.erased_at is null order by 1, 2`.execute(tx)
  return rows
}

/** Persons whose row of the tills names the person: relatives, and beneficiaries of policies that he holds. */
export async function relativesToRead(tx: Tx, pharmacyId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select case when person_id = ${id} then relative_id else person_id end as id from relationships
      where pharmacy_id = ${pharmacyId} and ${id} in (person_id, relative_id)
    union select beneficiary_id from contract_policies where pharmacy_id = ${pharmacyId} and holder_id = ${id}`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Dues of the person's sales that wait for boxes. */
export async function openDues(tx: Tx, pharmacyId: string, id: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from dues d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
    where d.pharmacy_id = ${pharmacyId} and d.owed > 0 and s.patient_id in (
      select id from persons where pharmacy_id = ${pharmacyId} and ${id} in (id, merged_into))`.execute(tx)
  return rows[0]!.open
}

/** A person whose name the list of a till may still show until it reads the new row: « Inconnu ». */
export async function eraseNames(tx: Tx, pharmacyId: string, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('persons')
    .set({
      last_name: 'Inconnu',
      first_name: '',
      birth_date: null,
      sex: null,
      phone: null,
      social_security_id: null,
      email: null,
      address: null,
      note: null,
      credit_limit: 0,
      tag_ids: [],
      to_check: false,
      archived: true,
      erased_at: now,
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', 'in', [...ids])
    .execute()
}

/** Relatives, numbers of policies, the names on prescriptions and dues, what was noted of debts, and whose phone paid. */
export async function eraseOwned(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<void> {
  const erased = sql`any(${[...ids]}::uuid[])`
  await sql`delete from relationships where pharmacy_id = ${pharmacyId}
    and (person_id = ${erased} or relative_id = ${erased})`.execute(tx)
  // Its id, and not nothing: no other policy of the contract has it.
  await sql`update contract_policies set number = id::text, archived = true, tag_ids = '{}'
    where pharmacy_id = ${pharmacyId} and beneficiary_id = ${erased}`.execute(tx)
  await sql`update sales set prescription = prescription || '{"patientName":null,"patientAddress":null}'
    where pharmacy_id = ${pharmacyId} and patient_id = ${erased} and prescription is not null`.execute(tx)
  await sql`update dues d set name = 'Inconnu', phone = null, note = null from sales s
    where d.pharmacy_id = ${pharmacyId} and s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
      and s.patient_id = ${erased}`.execute(tx)
  await sql`update bill_follow_ups set note = null, end_note = null
    where pharmacy_id = ${pharmacyId} and person_id = ${erased}`.execute(tx)
  await sql`update money_statement_lines l set phone = null, label = null
    from money_line_matches g join register_movements m on m.pharmacy_id = g.pharmacy_id and m.id = g.movement_id
    where l.pharmacy_id = ${pharmacyId} and g.pharmacy_id = l.pharmacy_id and g.statement_id = l.statement_id
      and g.position = l.position and m.client_id = ${erased}`.execute(tx)
}

/**
 * What the imports of insured persons keep of these persons, before their names are erased: what was changed, and the
 * rows with their name that were not taken or not undone.
 */
export async function eraseImportedRows(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<void> {
  const erased = sql`any(${[...ids]}::uuid[])`
  await sql`
    delete from import_changes where pharmacy_id = ${pharmacyId} and (
      (part = 'persons' and key in (select unnest(${[...ids]}::uuid[])::text))
      or (part = 'policies' and key in (select id::text from contract_policies
        where pharmacy_id = ${pharmacyId} and (beneficiary_id = ${erased} or holder_id = ${erased}))))`.execute(tx)
  const isErased = sql`folded(e.r ->> 'label') in (select folded(p.last_name || ' ' || p.first_name)
    from persons p where p.pharmacy_id = ${pharmacyId} and p.id = ${erased})`
  for (const [column, rest] of [
    ['refused', { errors: [] }],
    ['kept', {}],
  ] as const)
    await sql`
      update import_runs i set ${sql.ref(column)} = (
        select jsonb_agg(case when ${isErased}
          then e.r || ${JSON.stringify({ label: 'Inconnu', code: '', ...rest })}::text::jsonb else e.r end order by e.n)
        from jsonb_array_elements(i.${sql.ref(column)}) with ordinality e (r, n))
      where i.pharmacy_id = ${pharmacyId} and i.kind = 'insured'
        and exists (select from jsonb_array_elements(i.${sql.ref(column)}) e (r) where ${isErased})`.execute(tx)
}

/** What the application's own role may not change by itself: photos, the audit's content, refused parcels, closed months. */
export async function eraseTraces(tx: Tx): Promise<void> {
  await sql`select erase_traces_of_erased_persons(), erase_names_in_the_books()`.execute(tx)
}
