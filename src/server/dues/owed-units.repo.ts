import { sql, type RawBuilder } from 'kysely'

/** Units that customers are still owed, of each product and packaging, as a table of a statement. */
export function owedUnits(pharmacyId: string): RawBuilder<unknown> {
  return sql`(select i.pharmacy_product_id as "pharmacyProductId", i.packaging_id as "packagingId", sum(d.owed) as owed
    from dues d join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
      join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
    where d.pharmacy_id = ${pharmacyId} and d.owed > 0 group by 1, 2)`
}
