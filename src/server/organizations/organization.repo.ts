import { sql, type RawBuilder } from 'kysely'
import type { Organization } from '#shared/contract/organizations.ts'
import { contractsOf } from '#server/coverage/contract.repo.ts'
import { openBillsOf } from '#server/credit/open-bills.repo.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { ListReader } from '#server/lists/synced-list.ts'

export type OrganizationHead = Omit<Organization, 'contracts' | 'outgoing' | 'openBills'>
type OrganizationRow = Organization & { rev: number }

/** Reads the synced list of organizations, with the amounts used of their contracts as of `today`. */
export function organizationReader(today: string): ListReader<OrganizationRow> {
  return {
    list: 'organizations',
    byPage: (tx, pharmacyId, { page, size }) =>
      organizationsWhere(
        tx,
        pharmacyId,
        sql`true order by folded(name), id limit ${size} offset ${page * size}`,
        today,
      ),
    after: (tx, pharmacyId, cursor, size) =>
      organizationsWhere(
        tx,
        pharmacyId,
        sql`${cursor ? sql`(rev, id) > (${cursor.rev}::bigint, ${cursor.id}::uuid)` : sql`true`} order by rev, id
          limit ${size}`,
        today,
      ),
  }
}

/** Organizations that are not archived. */
export function organizationsInUse(tx: Tx, pharmacyId: string, today: string): Promise<OrganizationRow[]> {
  return organizationsWhere(tx, pharmacyId, sql`not archived order by folded(name), id`, today)
}

export async function findOrganization(
  tx: Tx,
  pharmacyId: string,
  id: string,
  today: string,
): Promise<OrganizationRow | undefined> {
  const [organization] = await organizationsWhere(tx, pharmacyId, sql`id = ${id}`, today)
  return organization
}

async function organizationsWhere(
  tx: Tx,
  pharmacyId: string,
  condition: RawBuilder<unknown>,
  today: string,
): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationHead & { rev: number }>`
    select id, name, tax_id as "taxId", phone, email, address, credit_limit as "creditLimit",
      payment_delay_days as "paymentDelayDays", tag_ids as tags, aib, archived, rev
    from organizations where pharmacy_id = ${pharmacyId} and ${condition}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const contracts = await contractsOf(tx, pharmacyId, ids, today)
  const owing = await outgoingOf(tx, pharmacyId, ids)
  const bills = await openBillsOf(tx, pharmacyId, ids)
  return rows.map((row) => {
    const { billed, unbilled } = owing.get(row.id)!
    return {
      ...row,
      outgoing: billed + unbilled,
      openBills: bills.get(row.id) ?? [],
      contracts: contracts.get(row.id) ?? [],
    }
  })
}

/**
 * Whether another organization in use has the same name, tax id and phone: then the same organization was sent twice.
 */
export async function isOrganizationKnown(
  tx: Tx,
  pharmacyId: string,
  { id, name, taxId, phone }: OrganizationHead,
): Promise<boolean> {
  const { rows } = await sql`
    select from organizations where pharmacy_id = ${pharmacyId} and folded(name) = folded(${name})
      and tax_id is not distinct from ${taxId} and phone is not distinct from ${phone} and not archived and id <> ${id}
      limit 1`.execute(tx)
  return rows.length > 0
}

/** Numbers of open bills, and of parked sales that use its credit. */
export async function unclosedOf(tx: Tx, pharmacyId: string, id: string): Promise<{ bills: number; sales: number }> {
  const { rows } = await sql<{ bills: number; sales: number }>`
    select (select count(*) from bills where pharmacy_id = ${pharmacyId} and organization_id = ${id}
      and status = 'open') as bills,
      (select count(*) from parked_sales where pharmacy_id = ${pharmacyId} and client_id = ${id}) as sales`.execute(tx)
  return rows[0]!
}

export async function insertOrganization(tx: Tx, pharmacyId: string, organization: OrganizationHead): Promise<void> {
  await tx
    .insertInto('organizations')
    .values({ pharmacy_id: pharmacyId, id: organization.id, ...columns(organization) })
    .execute()
}

export async function updateOrganizationEmail(tx: Tx, pharmacyId: string, id: string, email: string): Promise<void> {
  await sql`update organizations set email = ${email} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function updateOrganization(tx: Tx, pharmacyId: string, organization: OrganizationHead): Promise<void> {
  await tx
    .updateTable('organizations')
    .set(columns(organization))
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', organization.id)
    .execute()
}

function columns({
  name,
  taxId,
  phone,
  email,
  address,
  creditLimit,
  paymentDelayDays,
  tags,
  aib,
  archived,
}: OrganizationHead) {
  return {
    name,
    tax_id: taxId,
    phone,
    email,
    address,
    credit_limit: creditLimit,
    payment_delay_days: paymentDelayDays,
    tag_ids: [...tags],
    aib,
    archived,
  }
}
