import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Boxes that are on their way, by product: those of deliveries that are not closed, free ones too, and those of orders
 * that no delivery answers yet, drafts included. `ids`: only of these products.
 */
export async function boxesOnTheirWay(
  tx: Tx,
  pharmacyId: string,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const asked = ids ? sql`and l.pharmacy_product_id = any(${[...ids]}::uuid[])` : sql``
  const { rows } = await sql<{ id: string; boxes: number }>`
    with delivering as (
      select l.pharmacy_product_id as id, d.order_id,
        sum(greatest(l.noted, l.received) + l.free) filter (where d.state in ('draft', 'open')) as boxes,
        sum(case when d.state = 'closed' then l.received + l.given_up else greatest(l.noted, l.received) end) as answered
      from deliveries d join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed
      where d.pharmacy_id = ${pharmacyId} and l.pharmacy_product_id is not null ${asked}
        and (d.state in ('draft', 'open') or d.state = 'closed' and d.order_id is not null)
      group by 1, 2
    ), ordered as (
      select l.pharmacy_product_id as id, greatest(0, l.quantity - l.given_up - coalesce(d.answered, 0)) as boxes
      from orders o join order_lines l on l.pharmacy_id = o.pharmacy_id and l.order_id = o.id
        left join delivering d on d.order_id = o.id and d.id = l.pharmacy_product_id
      where o.pharmacy_id = ${pharmacyId} and o.step <> 'canceled' ${asked}
    )
    select id, sum(boxes)::int as boxes
    from (select id, boxes from delivering union all select id, boxes from ordered) b
    where boxes > 0 group by 1`.execute(tx)
  return new Map(rows.map(({ id, boxes }) => [id, boxes]))
}
