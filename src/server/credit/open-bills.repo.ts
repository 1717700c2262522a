import { sql } from 'kysely'
import type { OpenBill } from '#shared/contract/clients.ts'
import { groupBy } from '#server/db/group-by.ts'
import type { Tx } from '#server/db/database.ts'

/** Of one client; a till shows no more. */
const mostBills = 12

/**
 * The bills that await money of these persons and organizations, those with the oldest sales first, which is the order in
 * which money settles them. Bills of merged persons are of the person that remains. Clients without one are omitted.
 */
export async function openBillsOf(
  tx: Tx,
  pharmacyId: string,
  clientIds: readonly string[],
): Promise<Map<string, OpenBill[]>> {
  if (clientIds.length === 0) return new Map()
  const { rows } = await sql<OpenBill & { client: string }>`
    with asked as (
      select id as payer, coalesce(merged_into, id) as client from persons
        where pharmacy_id = ${pharmacyId} and (id = any(${[...clientIds]}::uuid[])
          or merged_into is not null and merged_into = any(${[...clientIds]}::uuid[]))
      union all
      select id, id from organizations where pharmacy_id = ${pharmacyId} and id = any(${[...clientIds]}::uuid[])
    ), open as (
      select a.client, b.number, b.due_on as "dueOn", min(s.sold_at) as oldest, sum(y.owed)::bigint as "left"
      from bills b join asked a on a.payer = coalesce(b.person_id, b.organization_id)
        join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds
        join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id and y.owed > 0
        join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      where b.pharmacy_id = ${pharmacyId} and b.status = 'open'
      group by a.client, b.id, b.number, b.due_on
    )
    select client, number, "dueOn", "left" from open order by oldest, number`.execute(tx)
  return new Map(
    [...groupBy(rows, ({ client }) => client)].map(([client, bills]) => [
      client,
      bills.slice(0, mostBills).map(({ number, dueOn, left }) => ({ number, dueOn, left })),
    ]),
  )
}
