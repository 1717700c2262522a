import { sql, type RawBuilder } from 'kysely'

/** Whether all boxes that entered the lot "i" came with a delivery that was canceled: it never came. */
export const neverCame = sql`(i.entered is null and exists (select from deliveries d
  where d.pharmacy_id = i.pharmacy_id and d.id = i.delivery_id and d.state = 'canceled'))`

/**
 * The lots of products, in the order in which their last boxes came, for « the last cost » and « the last price » of a
 * product in a packaging: one row for each, `newest_lots.*` with the columns of `stock_items`. Archived lots and lots of
 * canceled deliveries say nothing. `productIds`: of these. `exceptDeliveryId`: the lots that this delivery made do
 * not count.
 */
export function newestLots(
  pharmacyId: string,
  { productIds, exceptDeliveryId = null }: { productIds: readonly string[]; exceptDeliveryId?: string | null },
): RawBuilder<unknown> {
  return sql`(select l.* from ${packagingsOf(pharmacyId, productIds)} w
    cross join ${newestLot(pharmacyId, exceptDeliveryId)} l) newest_lots`
}

/** The one of the product and packaging of `w`, as a lateral subquery. */
export function newestLot(pharmacyId: string, exceptDeliveryId: string | null = null): RawBuilder<unknown> {
  return sql`lateral (select i.* from stock_items i
    where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = w.product_id and i.packaging_id = w.packaging_id
      and not i.archived and not ${neverCame}
      and (${exceptDeliveryId}::uuid is null or i.delivery_id is distinct from ${exceptDeliveryId}::uuid)
    order by i.entered desc nulls last, i.id limit 1)`
}

/**
 * The packagings in which products ever had lots (`product_id`, `packaging_id`), each once: one step in an index for each,
 * however many lots there were. `productIds`: only of these.
 */
export function packagingsOf(pharmacyId: string, productIds?: readonly string[]): RawBuilder<unknown> {
  const first = (after: RawBuilder<unknown>) => sql`select i.pharmacy_product_id, i.packaging_id from stock_items i
    where i.pharmacy_id = ${pharmacyId} and ${after} order by i.pharmacy_product_id, i.packaging_id limit 1`
  const [from, next] = productIds
    ? [
        sql`unnest(${[...new Set(productIds)]}::uuid[]) p (id)
          cross join lateral (${first(sql`i.pharmacy_product_id = p.id`)}) f`,
        sql`i.pharmacy_product_id = o.product_id and i.packaging_id > o.packaging_id`,
      ]
    : [sql`(${first(sql`true`)}) f`, sql`(i.pharmacy_product_id, i.packaging_id) > (o.product_id, o.packaging_id)`]
  return sql`(with recursive pair (product_id, packaging_id) as (
      select f.pharmacy_product_id, f.packaging_id from ${from}
      union all
      select f.pharmacy_product_id, f.packaging_id from pair o cross join lateral (${first(next)}) f
    ) select product_id, packaging_id from pair)`
}
