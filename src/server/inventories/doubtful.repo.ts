import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type ShelvedProduct = {
  id: string
  label: string
  storage: string | null
  lots: number
  /** The lowest stock of a lot. */
  lowest: number
  /** At cost, in minor units. */
  value: number
  /** Of the lot that was counted longest ago; null when one never was. */
  lastCountedAt: Date | null
  /** Of all lots since they were counted; since a year of those that never were. */
  movements: number
}

/** The products in use with a lot that is not empty, and is not of an open inventory. */
export async function shelvedProducts(tx: Tx, pharmacyId: string): Promise<ShelvedProduct[]> {
  const { rows } = await sql<ShelvedProduct>`
    select o.id, coalesce(o.private_label, p.label) as label, g.label as storage, x.lots, x.lowest, x.value,
      x."lastCountedAt", x.movements
    from (
      select i.pharmacy_product_id as id, count(*)::int as lots, min(i.quantity) as lowest,
        sum(i.quantity * i.purchase_price::numeric) as value,
        case when bool_and(i.counted_at is not null) then min(i.counted_at) end as "lastCountedAt",
        sum(m.movements)::int as movements
      from stock_items i cross join lateral (
        select count(*)::int as movements from stock_movements m
        where m.pharmacy_id = ${pharmacyId} and m.stock_item_id = i.id
          and m.at > greatest(i.counted_at, now() - interval '1 year')
      ) m
      where i.pharmacy_id = ${pharmacyId} and not i.archived and i.has_stock and not exists (
        select from inventory_lines l join inventories v on v.pharmacy_id = l.pharmacy_id and v.id = l.inventory_id
        where l.pharmacy_id = i.pharmacy_id and l.stock_item_id = i.id and v.state = 'open')
      group by 1
    ) x join pharmacy_products o on o.pharmacy_id = ${pharmacyId} and o.id = x.id and not o.archived
      left join products p on p.id = o.product_id
      left join storages g on g.pharmacy_id = o.pharmacy_id and g.id = o.storage_id`.execute(tx)
  return rows
}

const hourDays = 28

/** Sales of each hour of the day in the last weeks. */
export async function salesByHour(
  tx: Tx,
  pharmacyId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ hour: number; sales: number }[]> {
  const { rows } = await sql<{ hour: number; sales: number }>`
    select extract(hour from sold_at at time zone ${timeZone})::int as hour, count(*)::int as sales from sales
    where pharmacy_id = ${pharmacyId} and status = 'CLOSED' and sold_at > ${now}::timestamptz - ${hourDays} * interval '1 day'
      and sold_at <= ${now}
    group by 1 order by 1`.execute(tx)
  return rows
}
