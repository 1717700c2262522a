import { sql } from 'kysely'
import type { Purchase } from '#shared/contract/persons.ts'
import type { Tx } from '#server/db/database.ts'

/** A counter screen shows no more products than these. */
const shown = 50

/**
 * The last purchase of each product by a patient, or by persons merged into the patient. A purchase that was returned
 * completely does not count.
 */
export async function lastPurchases(tx: Tx, pharmacyId: string, patientId: string): Promise<Purchase[]> {
  const { rows } = await sql<Omit<Purchase, 'soldAt'> & { soldAt: Date }>`
    with kept as (
      select i.pharmacy_product_id as product, s.id as sale, s.number, s.sold_at, l.label, l.price,
        l.posology, l.position,
        l.quantity - coalesce((select sum(t.quantity)::int from sale_returns r
          join sale_return_lines t on t.pharmacy_id = r.pharmacy_id and t.return_id = r.id
          where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id and t.line_id = l.id), 0) as quantity
      from sales s
        join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
        join stock_items i on i.pharmacy_id = s.pharmacy_id and i.id = l.stock_item_id
      -- An array, so that the index of patients gives the rows.
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED'
        and s.patient_id = any(array(select f.id from persons f where f.pharmacy_id = ${pharmacyId}
          and (f.id = ${patientId} or f.merged_into = ${patientId})))
    ), bought as (
      -- boxes of two lots of one price are one purchase
      select product, sale, number, sold_at, label, price, max(posology) as posology, sum(quantity)::int as quantity,
        min(position) as position from kept where quantity > 0 group by 1, 2, 3, 4, 5, 6
    ), latest as (
      select distinct on (product) * from bought order by product, sold_at desc, number desc, position
    )
    select l.product as "pharmacyProductId", l.label, l.quantity, l.price, l.sold_at as "soldAt", l.sale as "saleId",
      l.number as "saleNumber", l.posology,
      (select count(distinct b.sale) from bought b where b.product = l.product) as times
    from latest l order by l.sold_at desc, l.number desc, l.position limit ${shown}`.execute(tx)
  return rows.map(({ soldAt, ...purchase }) => ({ ...purchase, soldAt: soldAt.toISOString() }))
}
