import { sql, type RawBuilder } from 'kysely'

/** Whether all boxes that entered the lot "i" came with a delivery that was canceled: it never came. */
export const neverCame = sql`(i.entered is null and exists (select from deliveries d
  where d.pharmacy_id = i.pharmacy_id and d.id = i.delivery_id and d.state = 'canceled'))`

/**
 * The lots of a pharmacy, in the order in which their last boxes came, for « the last cost » and « the last price » of a
 * product in a packaging: one row for each, `newest_lots.*` with the columns of `stock_items`. Archived lots and lots of
 * canceled deliveries say nothing. `productIds`: only of these. `exceptDeliveryId`: the lots that this delivery made do
 * not count.
 */
export function newestLots(
  pharmacyId: string,
  {
    productIds,
    exceptDeliveryId = null,
  }: { productIds?: readonly string[] | undefined; exceptDeliveryId?: string | null } = {},
): RawBuilder<unknown> {
  const asked = productIds ? sql`and i.pharmacy_product_id = any(${[...new Set(productIds)]}::uuid[])` : sql``
  return sql`(select distinct on (i.pharmacy_product_id, i.packaging_id) i.* from stock_items i
    where i.pharmacy_id = ${pharmacyId} ${asked} and not i.archived and not ${neverCame}
      and (${exceptDeliveryId}::uuid is null or i.delivery_id is distinct from ${exceptDeliveryId}::uuid)
    order by i.pharmacy_product_id, i.packaging_id, i.entered desc nulls last, i.id) newest_lots`
}
