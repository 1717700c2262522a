import { sql } from 'kysely'
import { owedAfterCollections, type CreditSums } from '#shared/domain/credit.ts'
import { displayName } from '#shared/domain/person.ts'
import { collected } from '#server/credit/collected.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { firstOf } from '#server/db/person-name.ts'

/** Unpaid credit in minor units: `billed` is on an open bill, `unbilled` is on none. */
export type OutgoingAmounts = { billed: number; unbilled: number }

/**
 * What these persons and organizations owe, less their returns; the answer contains each of them. Debts of merged
 * persons count for the person that remains, and the merged persons owe nothing. One statement for any number of
 * clients.
 */
export async function outgoingOf(
  tx: Tx,
  pharmacyId: string,
  clientIds: readonly string[],
): Promise<Map<string, OutgoingAmounts>> {
  const owing = new Map(clientIds.map((id): [string, OutgoingAmounts] => [id, { billed: 0, unbilled: 0 }]))
  if (owing.size === 0) return owing
  for (const { id, ...sums } of await creditSums(tx, pharmacyId, [...owing.keys()]))
    if (owing.has(id)) owing.set(id, owedAfterCollections(sums))
  return owing
}

/**
 * What a client owes before a repayment, in minor units, with the client who owes it, another one after a merge, and
 * that client's name. Undefined for an unknown client.
 */
export async function debtOf(
  tx: Tx,
  pharmacyId: string,
  clientId: string,
): Promise<{ clientId: string; name: string; outgoing: number } | undefined> {
  const { rows } = await sql<{ id: string; name: string | null; firstName: string; lastName: string }>`
    select w.id, null as name, w.first_name as "firstName", w.last_name as "lastName" from persons f
      join persons w on w.pharmacy_id = f.pharmacy_id and w.id = ${firstOf('f.merged_into', 'f.id')}
      where f.pharmacy_id = ${pharmacyId} and f.id = ${clientId}
    union all
    select id, name, '', '' from organizations where pharmacy_id = ${pharmacyId} and id = ${clientId}`.execute(tx)
  const [client] = rows
  if (!client) return undefined
  const { billed, unbilled } = (await outgoingOf(tx, pharmacyId, [client.id])).get(client.id)!
  return { clientId: client.id, name: client.name ?? displayName(client), outgoing: billed + unbilled }
}

/** Every client who owes something, with the total. One statement for any number of clients. */
export async function debtorsOf(tx: Tx, pharmacyId: string): Promise<{ id: string; outgoing: number }[]> {
  const sums = await creditSums(tx, pharmacyId)
  return sums.flatMap(({ id, ...of }) => {
    const { billed, unbilled } = owedAfterCollections(of)
    return billed + unbilled > 0 ? [{ id, outgoing: billed + unbilled }] : []
  })
}

/**
 * For each client, what no bill settled of the credit payments, what insurers refused, and the amounts paid back. Covers all clients, or
 * some with the persons merged into them.
 */
async function creditSums(
  tx: Tx,
  pharmacyId: string,
  clientIds?: readonly string[],
): Promise<(CreditSums & { id: string })[]> {
  const asked =
    clientIds &&
    sql`array(select unnest(${clientIds}::uuid[]) union all select id from persons where pharmacy_id = ${pharmacyId}
      and merged_into is not null and merged_into = any(${clientIds}::uuid[]))`
  const { rows } = await sql<CreditSums & { id: string }>`
    with owed as (
      select coalesce(f.merged_into, y.client_id) as client, y.owed as amount, y.billed as asked
      from sale_payments y
        left join persons f on f.pharmacy_id = y.pharmacy_id and f.id = y.client_id
      where y.pharmacy_id = ${pharmacyId} and y.owed <> 0 and ${asked ? sql`y.client_id = any(${asked})` : sql`y.client_id is not null`}
      union all
      -- what an insurer refused and the patient owes
      select coalesce(f.merged_into, z.client_id), z.amount, false
      from bill_settlements z join persons f on f.pharmacy_id = z.pharmacy_id and f.id = z.client_id
      where z.pharmacy_id = ${pharmacyId} and z.undone_at is null
        and ${asked ? sql`z.client_id = any(${asked})` : sql`z.client_id is not null`}
    ), sums as (
      select client, coalesce(sum(amount) filter (where asked), 0) as billed,
        coalesce(sum(amount) filter (where not asked), 0) as unbilled from owed group by client
    )
    select o.client as id, o.billed, o.unbilled, coalesce(p.amount, 0) as collected from sums o
      left join (${collected(pharmacyId, asked)}) p on p.client = o.client`.execute(tx)
  return rows
}
