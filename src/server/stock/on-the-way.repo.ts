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
  // What an open delivery is about to bring is no more awaited of its order.
  const { rows } = await sql<{ id: string; boxes: number }>`
    with delivering as (
      select l.pharmacy_product_id as id, d.order_id,
        sum(greatest(l.noted, l.received) + l.free) as boxes, sum(greatest(l.noted, l.received)) as answered
      from deliveries d join delivery_lines l on l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed
      where d.pharmacy_id = ${pharmacyId} and l.pharmacy_product_id is not null ${asked}
        and d.state in ('draft', 'open')
      group by 1, 2
    ), ordered as (
      select l.pharmacy_product_id as id, greatest(0, l.awaited - coalesce(d.answered, 0)) as boxes
      from order_lines l join orders o on o.pharmacy_id = l.pharmacy_id and o.id = l.order_id
        left join delivering d on d.order_id = l.order_id and d.id = l.pharmacy_product_id
      where l.pharmacy_id = ${pharmacyId} and l.awaited > 0 and o.step <> 'canceled' ${asked}
    )
    select id, sum(boxes)::int as boxes
    from (select id, boxes from delivering union all select id, boxes from ordered) b
    where boxes > 0 group by 1`.execute(tx)
  return new Map(rows.map(({ id, boxes }) => [id, boxes]))
}
