import { sql } from 'kysely'
import type { SupplierService } from '#shared/contract/orders.ts'
import { addDays, startOfLocalDay } from '#shared/domain/dates.ts'
import { answeredAfterDays } from '#shared/domain/purchasing/order-state.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * How suppliers served the orders that were sent in a period, by name. `due`: boxes of the lines that the supplier has
 * answered for by the day `today` of the pharmacy: the same as of `serviceRate` in the reports.
 */
export async function supplierService(
  tx: Tx,
  pharmacyId: string,
  { from, to, timeZone, today }: { from: string; to: string; timeZone: string; today: string },
): Promise<SupplierService[]> {
  const { rows } = await sql<SupplierService>`
    with sent as (
      select id, supplier_id, (sent_at at time zone ${timeZone})::date as day from orders
      where pharmacy_id = ${pharmacyId} and step in ('sent', 'confirmed')
        and sent_at >= ${startOfLocalDay(from, timeZone)} and sent_at < ${startOfLocalDay(addDays(to, 1), timeZone)}
    ), answered as (
      select d.order_id, n.pharmacy_product_id, sum(n.received) as received, sum(n.given_up) as given_up
      from sent o join deliveries d on d.pharmacy_id = ${pharmacyId} and d.order_id = o.id and d.state = 'closed'
        join delivery_lines n on n.pharmacy_id = d.pharmacy_id and n.delivery_id = d.id and not n.removed
      group by 1, 2
    ), first as (
      select o.id, min(d.received_on) - o.day as days
      from sent o join deliveries d on d.pharmacy_id = ${pharmacyId} and d.order_id = o.id and d.state = 'closed'
      group by o.id, o.day
    ), lines as (
      select o.id, o.supplier_id, sum(l.quantity) as ordered, sum(least(l.quantity, l.given_up + coalesce(a.given_up, 0))) as given_up,
        sum(least(l.quantity, coalesce(a.received, 0))) as received, sum(l.quantity) filter (
          where f.id is not null or l.awaited = 0 or o.day + ${answeredAfterDays}::int <= ${today}::date) as due
      from sent o join order_lines l on l.pharmacy_id = ${pharmacyId} and l.order_id = o.id
        left join first f on f.id = o.id
        left join answered a on a.order_id = o.id and a.pharmacy_product_id = l.pharmacy_product_id
      group by 1, 2
    )
    select s.id as "supplierId", s.name as "supplierName", count(*)::int as orders,
      coalesce(sum(l.ordered), 0)::bigint as ordered, coalesce(sum(l.received), 0)::bigint as received,
      coalesce(sum(l.given_up), 0)::bigint as "givenUp", coalesce(sum(l.due), 0)::bigint as due,
      percentile_cont(0.5) within group (order by f.days) as days
    from sent o join suppliers s on s.pharmacy_id = ${pharmacyId} and s.id = o.supplier_id
      left join lines l on l.id = o.id left join first f on f.id = o.id
    group by s.id, s.name order by folded(s.name), s.id`.execute(tx)
  return rows
}
