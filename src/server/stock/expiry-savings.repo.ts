import { sql, type RawBuilder } from 'kysely'
import { returnedLines } from '#server/stock/returned-lines.repo.ts'

/** `link_kind` of the movements of a task. */
export const taskLink = 'expiry-task'

/**
 * The francs that each task saved, one row per movement or sale: returned and moved units at cost; units sold below the
 * price that the lot had before its discount, at the price received, less what was brought back.
 */
export function savings(pharmacyId: string): RawBuilder<unknown> {
  return sql`(
    select t.id, t.kind, m.stock_item_id, m.at, -m.quantity * i.purchase_price::numeric as amount
    from expiry_tasks t
      join stock_movements m on m.pharmacy_id = ${pharmacyId} and m.link_id = t.id and m.link_kind = ${taskLink}
      join stock_items i on i.pharmacy_id = ${pharmacyId} and i.id = m.stock_item_id
    where t.pharmacy_id = ${pharmacyId}
    union all
    select t.id, t.kind, t.stock_item_id, s.sold_at, (l.quantity - coalesce(b.quantity, 0)) * l.price::numeric
    from expiry_tasks t
      join sale_records l on l.pharmacy_id = ${pharmacyId} and l.stock_item_id = t.stock_item_id
        and l.price < t.full_price
      join sales s on s.pharmacy_id = ${pharmacyId} and s.id = l.sale_id and s.status = 'CLOSED'
        and s.sold_at >= t.created_at and (t.ended_at is null or s.sold_at <= t.ended_at)
      left join ${returnedLines(pharmacyId)} b on b.sale_id = l.sale_id and b.line_id = l.id
    where t.pharmacy_id = ${pharmacyId} and t.kind = 'discount'
  )`
}
