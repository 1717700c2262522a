import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** Units of one product and packaging that customers paid and did not take along yet. */
export type OwedUnits = { pharmacyProductId: string; packagingId: string; owed: number }

/**
 * What customers are still owed, of all products or of these, for each packaging. The sale booked these units out, and
 * they may still stand on the shelf: a count of the shelf finds them beside the recorded quantity.
 */
export async function openDues(tx: Tx, pharmacyId: string, productIds?: readonly string[]): Promise<OwedUnits[]> {
  const { rows } = await sql<OwedUnits>`select * from ${owedUnits(pharmacyId)} o
    ${productIds ? sql`where o."pharmacyProductId" = any(${[...productIds]}::uuid[])` : sql``}
    order by o."pharmacyProductId", o."packagingId"`.execute(tx)
  return rows
}

/** The same as a table of a statement, with the columns of `OwedUnits`. */
export function owedUnits(pharmacyId: string): RawBuilder<unknown> {
  return sql`(select i.pharmacy_product_id as "pharmacyProductId", i.packaging_id as "packagingId", sum(d.owed) as owed
    from dues d join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
      join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
    where d.pharmacy_id = ${pharmacyId} and d.owed > 0 group by 1, 2)`
}
