import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * The day on which the last package that could be sold left each product of which nothing may be sold, in the pharmacy's
 * time zone; null when the ledger has no such day. A lot leaves with its last movement, when it is set aside, or at the
 * end of the day of its expiry; what happens to it later changes nothing. The stock before each of these is computed
 * backwards from what may be sold now. `today`: the pharmacy's calendar day.
 */
export async function emptySince(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
  { today, timeZone }: { today: string; timeZone: string },
): Promise<ReadonlyMap<string, string | null>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; since: string | null }>`
    with item as materialized (
      select i.id, i.pharmacy_product_id, i.quantity, sellable(i, ${today}::date) as sells,
        least(case when i.expires_on < ${today}::date then (i.expires_on + 1)::timestamp at time zone ${timeZone} end,
          case when i.blocked is not null then coalesce((select max(b.at) from lot_blocks b
            where b.pharmacy_id = i.pharmacy_id and b.stock_item_id = i.id), '-infinity') end) as left_at
      from stock_items i
      where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = any(${productIds}::uuid[])
    ), change as (
      select i.pharmacy_product_id as id, m.at, m.id as movement, m.quantity
      from item i join stock_movements m on m.pharmacy_id = ${pharmacyId} and m.stock_item_id = i.id
      where i.left_at is null or m.at < i.left_at
      union all
      select i.pharmacy_product_id, i.left_at, i.id, i.sells - i.quantity + coalesce((select sum(m.quantity)
        from stock_movements m where m.pharmacy_id = ${pharmacyId} and m.stock_item_id = i.id and m.at >= i.left_at), 0)
      from item i where i.left_at > '-infinity'
    ), held as (
      select pharmacy_product_id as id, sum(sells) as quantity from item group by 1
    ), level as (
      select c.id, c.at, h.quantity
        - sum(c.quantity) over (partition by c.id order by c.at desc, c.movement
          rows between unbounded preceding and current row) as before
      from change c join held h on h.id = c.id
    )
    select id, (max(at) filter (where before > 0) at time zone ${timeZone})::date as since from level group by id`.execute(
    tx,
  )
  return new Map(rows.map(({ id, since }) => [id, since]))
}
