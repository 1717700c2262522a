import { sql } from 'kysely'
import type { ClientEntry } from '#shared/contract/clients.ts'
import type { Tx } from '#server/db/database.ts'

type Entry = Omit<ClientEntry, 'balance' | 'at'> & { at: Date }

/**
 * Everything that changed what a client owes before a moment, the oldest first, in minor units; above 0: he owes more.
 * The same facts as `outgoingOf`, one by one: a canceled sale and a payment that did not come leave no entry.
 */
export async function clientEntries(tx: Tx, pharmacyId: string, clientId: string, before: Date): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with who as (
      select ${clientId}::uuid as id union select id from persons where pharmacy_id = ${pharmacyId}
        and merged_into = ${clientId}
    ), owed as (
      select y.sale_id, y.id, y.amount, s.number, s.sold_at from sale_payments y
        join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id and s.status <> 'CANCELED'
      where y.pharmacy_id = ${pharmacyId} and y.client_id in (select id from who)
    ), entry as (
      select 'purchase' as kind, o.sale_id as id, 'n° ' || o.number as name, o.sold_at as at, o.amount from owed o
      union all
      select 'return', o.sale_id, 'n° ' || r.number, r.returned_at, -d.amount
        from owed o join sale_refunds d on d.pharmacy_id = ${pharmacyId} and d.sale_id = o.sale_id and d.payment_id = o.id
          join sale_returns r on r.pharmacy_id = d.pharmacy_id and r.id = d.return_id
      union all
      select 'till', null, null, m.occurred_at, -m.amount from register_movements m
        where m.pharmacy_id = ${pharmacyId} and m.kind = 'collection' and m.client_id in (select id from who)
      union all
      select case z.kind when 'paid' then 'payment' when 'charged' then 'passed-on' else 'written-off' end, z.bill_id,
          b.number, max(z.settled_at), -sum(z.amount)
        from owed o join bill_settlements z on z.pharmacy_id = ${pharmacyId} and z.sale_id = o.sale_id
            and z.payment_id = o.id and z.undone_at is null and z.kind <> 'presented-again' and z.movement_id is null
          join bills b on b.pharmacy_id = z.pharmacy_id and b.id = z.bill_id
        group by 1, z.bill_id, b.number, coalesce(z.bill_payment_id::text, z.note_number::text)
      union all
      select 'refused', z.sale_id, b.number, z.settled_at, z.amount
        from bill_settlements z join bills b on b.pharmacy_id = z.pharmacy_id and b.id = z.bill_id
        where z.pharmacy_id = ${pharmacyId} and z.client_id in (select id from who) and z.undone_at is null
    )
    select kind, id, name, at, amount from entry where at < ${before} order by at, kind, id, name`.execute(tx)
  return rows
}
