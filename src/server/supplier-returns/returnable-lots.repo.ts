import { sql } from 'kysely'
import type { ReturnableLot } from '#shared/contract/supplier-returns.ts'
import type { Tx } from '#server/db/database.ts'

interface Asked {
  supplierId: string
  deliveryId?: string | undefined
  productIds?: readonly string[] | undefined
  /** The pharmacy's calendar day. */
  today: string
}

/**
 * Lots in stock that may go back to a supplier. Of the supplier: those whose return was decided, recalled ones, and
 * expired ones. Besides, what a delivery brought, and the lots of named products. A lot is proposed for its first reason.
 */
export async function returnableLots(
  tx: Tx,
  pharmacyId: string,
  { supplierId, deliveryId, productIds = [], today }: Asked,
): Promise<ReturnableLot[]> {
  const { rows } = await sql<ReturnableLot>`
    with named as (
      select i.*, t.quantity as decided,
        case when t.id is not null and i.supplier_id = ${supplierId} then 'task'
          when i.blocked = 'recall' and i.supplier_id = ${supplierId} then 'recall'
          when i.expires_on < ${today}::date and i.supplier_id = ${supplierId} then 'expired'
          when i.delivery_id = ${deliveryId ?? null}::uuid then 'delivery'
          when i.pharmacy_product_id = any(${[...productIds]}::uuid[]) then 'product' end as because
      from stock_items i left join expiry_tasks t on t.pharmacy_id = i.pharmacy_id and t.stock_item_id = i.id
        and t.kind = 'return' and t.outcome is null
      where i.pharmacy_id = ${pharmacyId} and i.has_stock and i.quantity > 0
    )
    select n.id as "stockItemId", n.pharmacy_product_id as "pharmacyProductId", coalesce(o.private_label, p.label) as label,
      k.label as packaging, n.lot, n.expires_on as "expiresOn", n.quantity, n.because,
      case when n.because = 'task' then least(n.decided, n.quantity) else n.quantity end as proposed,
      case when n.because = 'recall' then 'recalled' when n.expires_on < ${today}::date or n.because = 'task' then 'expired'
        else 'surplus' end as reason,
      case when n.delivery_id = ${deliveryId ?? null}::uuid then n.delivery_id end as "deliveryId"
    from named n join packagings k on k.id = n.packaging_id
      join pharmacy_products o on o.pharmacy_id = ${pharmacyId} and o.id = n.pharmacy_product_id
      left join products p on p.id = o.product_id
    where n.because is not null
    order by array_position(array['task', 'recall', 'expired', 'delivery', 'product'], n.because), label, n.expires_on, n.id
    limit 500`.execute(tx)
  return rows
}
