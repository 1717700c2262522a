import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { soldDaysOf, type SoldDaysOf } from '#server/stock/demand.repo.ts'
import { returnedLines } from '#server/stock/returned-lines.repo.ts'

/** `turnover`: of the last 30 days, less returns. */
export type LowProduct = {
  id: string
  /** Of the referential; null for a private product. */
  productId: string | null
  label: string
  storage: string | null
  quantity: number
  minimum: number
  sold30Days: number
  turnover30Days: number
}

/**
 * Products that were sold in the last 30 days and have a stock of at most `days` times these sales: all that may run out
 * within so many days, and many that will not.
 */
export async function lowProducts(
  tx: Tx,
  pharmacyId: string,
  { now, days }: { now: Date; days: number },
): Promise<LowProduct[]> {
  const { rows } = await sql<LowProduct>`
    with sold as materialized (
      select i.pharmacy_product_id as id, sum(l.quantity - coalesce(b.quantity, 0)) as quantity,
        sum((l.quantity - coalesce(b.quantity, 0)) * l.price::numeric) as turnover
      from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
        join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
        left join ${returnedLines(pharmacyId)} b on b.sale_id = l.sale_id and b.line_id = l.id
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED'
        and s.sold_at >= ${now}::timestamptz - interval '30 days'
      group by 1 having sum(l.quantity - coalesce(b.quantity, 0)) > 0
    ), held as (
      select i.pharmacy_product_id as id, sum(i.quantity) as quantity from stock_items i
      where i.pharmacy_id = ${pharmacyId} and not i.archived group by 1
    )
    select pp.id, pp.product_id as "productId", coalesce(pp.private_label, p.label) as label, g.label as storage, held.quantity, pp.minimum,
      sold.quantity as "sold30Days", sold.turnover as "turnover30Days"
    from sold join held using (id)
      join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = sold.id and not pp.archived
      left join products p on p.id = pp.product_id
      left join storages g on g.pharmacy_id = ${pharmacyId} and g.id = pp.storage_id
    where held.quantity <= sold.quantity * ${days}::int`.execute(tx)
  return rows
}

export function soldOfProducts(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  day: { today: string; timeZone: string },
): Promise<SoldDaysOf[]> {
  return soldDaysOf(tx, pharmacyId, {
    scope: sql`select product_id, null::uuid as packaging_id from unnest(${ids}::uuid[]) as w (product_id)`,
    byPackaging: false,
    ...day,
  })
}

/** What customers asked for in vain of a product, since a day, and what it would have brought in. */
export type Noted = { id: string; value: number }

/** A missed sale without a price counts at `price`. */
export async function notedMissing(
  tx: Tx,
  pharmacyId: string,
  absences: readonly { id: string; since: string; price: number }[],
  timeZone: string,
): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select w.id, sum(m.quantity * coalesce(m.price, w.price)::numeric) as value
    from unnest(${absences.map(({ id }) => id)}::uuid[], ${absences.map(({ since }) => since)}::date[],
        ${absences.map(({ price }) => price)}::bigint[]) as w (id, since, price)
      join missed_sales m on m.pharmacy_id = ${pharmacyId} and m.pharmacy_product_id = w.id and m.reason = 'absent'
        and m.missed_at >= w.since::timestamp at time zone ${timeZone}
    group by 1`.execute(tx)
  return rows
}
