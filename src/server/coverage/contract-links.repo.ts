import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Number of contracts that are not archived, of a company or of an organization that pays itself. */
export async function countOpenContracts(tx: Tx, pharmacyId: string, payerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contracts
    where pharmacy_id = ${pharmacyId} and not archived
      and (company_id = ${payerId} or company_id is null and owner_organization_id = ${payerId})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The companies whose contracts belong to this organization or person: their synced rows contain its name. */
export async function companiesOfOwner(tx: Tx, pharmacyId: string, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct company_id as id from contracts where pharmacy_id = ${pharmacyId} and company_id is not null
      and (owner_organization_id = ${ownerId} or owner_person_id = ${ownerId})`.execute(tx)
  return rows.map(({ id }) => id)
}
