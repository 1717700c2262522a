import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * The day on which the last package of each product without stock left, in the pharmacy's time zone; null when the
 * ledger has no such day. The stock before each movement is computed backwards from the current stock.
 */
export async function emptySince(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; since: string | null }>`
    with item as (
      select id, pharmacy_product_id, quantity from stock_items
      where pharmacy_id = ${pharmacyId} and pharmacy_product_id = any(${productIds}::uuid[])
    ), total as (
      select pharmacy_product_id as id, sum(quantity) as quantity from item group by 1
    ), level as (
      select i.pharmacy_product_id as id, m.at, t.quantity - sum(m.quantity) over (partition by i.pharmacy_product_id
        order by m.at desc, m.id rows between unbounded preceding and current row) as before
      from item i join total t on t.id = i.pharmacy_product_id
        join stock_movements m on m.pharmacy_id = ${pharmacyId} and m.stock_item_id = i.id
    )
    select l.id, (max(l.at) filter (where l.before > 0) at time zone p.time_zone)::date as since
    from level l, pharmacies p where p.id = ${pharmacyId} group by l.id, p.time_zone`.execute(tx)
  return new Map(rows.map(({ id, since }) => [id, since]))
}
