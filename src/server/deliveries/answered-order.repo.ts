import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Ties a delivery that answers no order to the one of its supplier that awaits most of its products; of equal ones the
 * oldest. One that nobody awaits stays alone.
 */
export async function answerOrder(tx: Tx, pharmacyId: string, deliveryId: string): Promise<void> {
  await sql`
    with best as (
      select o.id, o.number, count(*) as products
      from deliveries d join orders o on o.pharmacy_id = d.pharmacy_id and o.supplier_id = d.supplier_id
          and o.step in ('sent', 'confirmed')
        join order_lines l on l.pharmacy_id = o.pharmacy_id and l.order_id = o.id
      where d.pharmacy_id = ${pharmacyId} and d.id = ${deliveryId}
        and exists (select from delivery_lines n where n.pharmacy_id = d.pharmacy_id and n.delivery_id = d.id
          and not n.removed and n.pharmacy_product_id = l.pharmacy_product_id)
        and l.quantity - l.given_up > coalesce((
          select sum(case when v.state = 'closed' then n.received + n.given_up else greatest(n.noted, n.received) end)
          from deliveries v join delivery_lines n on n.pharmacy_id = v.pharmacy_id and n.delivery_id = v.id and not n.removed
          where v.pharmacy_id = o.pharmacy_id and v.order_id = o.id and v.state <> 'canceled'
            and n.pharmacy_product_id = l.pharmacy_product_id), 0)
      group by o.id, o.number order by products desc, o.number limit 1
    )
    update deliveries d set order_id = best.id from best
    where d.pharmacy_id = ${pharmacyId} and d.id = ${deliveryId} and d.order_id is null`.execute(tx)
}

/** Whether the order was sent to this supplier. */
export async function isOrderOf(
  tx: Tx,
  pharmacyId: string,
  { orderId, supplierId }: { orderId: string; supplierId: string },
): Promise<boolean> {
  const { rows } = await sql`select from orders where pharmacy_id = ${pharmacyId} and id = ${orderId}
    and supplier_id = ${supplierId} and step in ('sent', 'confirmed')`.execute(tx)
  return rows.length > 0
}
