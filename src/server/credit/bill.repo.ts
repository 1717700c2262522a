import { sql } from 'kysely'
import type { Bill } from '#shared/contract/clients.ts'
import type { Tx } from '#server/db/database.ts'

/** The bills of a person or an organization, newest first. Bills of persons merged into this one are included. */
export async function billsOf(
  tx: Tx,
  pharmacyId: string,
  clientId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: Bill[]; total: number }> {
  const { rows } = await sql<{ items: Bill[]; total: number }>`
    with found as materialized (
      select b.id, b.number, b.status, b.amount, b.issued_on from bills b
      where b.pharmacy_id = ${pharmacyId} and (b.organization_id = ${clientId} or b.person_id in (
        select f.id from persons f where f.pharmacy_id = ${pharmacyId}
          and (f.id = ${clientId} or f.merged_into = ${clientId})))
    ), page as (
      select * from found order by issued_on desc, number desc limit ${size} offset ${page * size}
    )
    select (select count(*) from found) as total,
      (select coalesce(json_agg(json_build_object('id', id, 'number', number, 'status', status, 'amount', amount,
        'issuedOn', issued_on) order by issued_on desc, number desc), '[]') from page) as items`.execute(tx)
  return rows[0]!
}
