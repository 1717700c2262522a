import { sql, type RawBuilder } from 'kysely'
import type { Company } from '#shared/contract/companies.ts'
import { contractsOf } from '#server/coverage/contract.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { ListReader } from '#server/lists/synced-list.ts'

export type CompanyHead = Omit<Company, 'contracts'>
type CompanyRow = Company & { rev: number }

/** Reads the synced list of companies, with the amounts used of their contracts as of `today`. */
export function companyReader(today: string): ListReader<CompanyRow> {
  return {
    list: 'companies',
    byPage: (tx, pharmacyId, { page, size }) =>
      companiesWhere(tx, pharmacyId, sql`true order by searched, id limit ${size} offset ${page * size}`, today),
    after: (tx, pharmacyId, cursor, size) =>
      companiesWhere(
        tx,
        pharmacyId,
        sql`${cursor ? sql`(rev, id) > (${cursor.rev}::bigint, ${cursor.id}::uuid)` : sql`true`} order by rev, id
          limit ${size}`,
        today,
      ),
  }
}

/** Companies that are not archived. */
export function companiesInUse(tx: Tx, pharmacyId: string, today: string): Promise<CompanyRow[]> {
  return companiesWhere(tx, pharmacyId, sql`not archived order by searched, id`, today)
}

export async function findCompany(
  tx: Tx,
  pharmacyId: string,
  id: string,
  today: string,
): Promise<CompanyRow | undefined> {
  const [company] = await companiesWhere(tx, pharmacyId, sql`id = ${id}`, today)
  return company
}

async function companiesWhere(
  tx: Tx,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
  today: string,
): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyHead & { rev: number }>`
    select id, name, kind, tax_id as "taxId", phone, email, archived, rev from companies
      where pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  const contracts = await contractsOf(
    tx,
    pharmacyId,
    rows.map(({ id }) => id),
    today,
  )
  return rows.map((row) => ({ ...row, contracts: contracts.get(row.id) ?? [] }))
}

/** Whether another company in use has this name (case and accents ignored). */
export async function isCompanyNameTaken(tx: Tx, pharmacyId: string, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`select from companies where pharmacy_id = ${pharmacyId} and searched = folded(${name})
      and not archived and id <> ${exceptId} limit 1`.execute(tx)
  return rows.length > 0
}

export async function insertCompany(tx: Tx, pharmacyId: string, company: CompanyHead): Promise<void> {
  await tx
    .insertInto('companies')
    .values({ pharmacy_id: pharmacyId, id: company.id, ...columns(company) })
    .execute()
}

export async function updateCompanyEmail(tx: Tx, pharmacyId: string, id: string, email: string): Promise<void> {
  await sql`update companies set email = ${email} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function updateCompany(tx: Tx, pharmacyId: string, company: CompanyHead): Promise<void> {
  await tx
    .updateTable('companies')
    .set(columns(company))
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', company.id)
    .execute()
}

function columns({ name, kind, taxId, phone, email, archived }: CompanyHead) {
  return { name, kind, tax_id: taxId, phone, email, archived }
}
