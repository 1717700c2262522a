import { sql } from 'kysely'
import { isOut } from '#shared/domain/boxes-and-units.ts'
import type { Tx } from '#server/db/database.ts'
import { isLoose } from '#server/stock/loose-units.repo.ts'
import { linesOfSale, returnedLines } from '#server/stock/returned-lines.repo.ts'

/** `turnover`: of the last 30 days, less returns. */
export type LowProduct = {
  id: string
  /** Of the referential; null for a private product. */
  productId: string | null
  label: string
  storage: string | null
  /** What may be sold, boxes and loose units together; zero or less when there is neither. */
  quantity: number
  isOut: boolean
  minimum: number
  sold30Days: number
  turnover30Days: number
}

/**
 * Products that were sold in the last 30 days and of which at most `days` times these sales may still be sold: all that
 * may run out within so many days, and many that will not. 0 days: those that are out, as in the stock (`isOut`).
 * `today`: the pharmacy's calendar day.
 */
export async function lowProducts(
  tx: Tx,
  pharmacyId: string,
  { now, today, days }: { now: Date; today: string; days: number },
): Promise<LowProduct[]> {
  const { rows } = await sql<Omit<LowProduct, 'quantity' | 'isOut'> & { boxes: number; units: number }>`
    with sold as materialized (
      select i.pharmacy_product_id as id, sum(l.quantity - coalesce(b.quantity, 0)) as quantity,
        sum((l.quantity - coalesce(b.quantity, 0)) * l.price::numeric) as turnover
      from sales s cross join ${linesOfSale}
        join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
        left join ${returnedLines(pharmacyId)} b on b.sale_id = l.sale_id and b.line_id = l.id
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED'
        and s.sold_at >= ${now}::timestamptz - interval '30 days'
      group by 1 having sum(l.quantity - coalesce(b.quantity, 0)) > 0
    ), lot as (
      select sold.id, sellable(i, ${today}::date) as quantity, ${isLoose} as is_loose
      from sold left join stock_items i on i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = sold.id
        and i.has_stock
    ), held as (
      select id, coalesce(sum(quantity) filter (where not is_loose), 0) as boxes,
        coalesce(sum(quantity) filter (where is_loose), 0) as units
      from lot group by 1
    )
    select pp.id, pp.product_id as "productId", coalesce(pp.private_label, p.label) as label, g.label as storage,
      held.boxes, held.units, pp.minimum, sold.quantity as "sold30Days", sold.turnover as "turnover30Days"
    from sold join held using (id)
      join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = sold.id and not pp.archived
      left join products p on p.id = pp.product_id
      left join storages g on g.pharmacy_id = ${pharmacyId} and g.id = pp.storage_id
    where greatest(held.boxes, 0) + greatest(held.units, 0) <= sold.quantity * ${days}::int`.execute(tx)
  return rows.map(({ boxes, units, ...product }) => {
    const out = isOut({ boxes, units })
    return { ...product, isOut: out, quantity: out ? boxes + units : Math.max(0, boxes) + Math.max(0, units) }
  })
}
