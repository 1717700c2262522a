import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** One row: the pharmacy's time zone and its calendar day. */
function here(pharmacyId: string, now: Date): RawBuilder<unknown> {
  return sql`here as (select time_zone, (${now}::timestamptz at time zone time_zone)::date as today from pharmacies
    where id = ${pharmacyId})`
}

/**
 * `stockValue`: of every lot in use, negative ones as such, like the valued stock. Expired: lots on the shelf, as on
 * « Péremptions ».
 */
export async function stockOnHand(
  tx: Tx,
  pharmacyId: string,
  now: Date,
): Promise<{ products: number; stockValue: number; expiredValue: number; expiredLots: number }> {
  const { rows } = await sql<{ products: number; stockValue: number; expiredValue: number; expiredLots: number }>`
    with ${here(pharmacyId, now)}
    select (select count(*) from pharmacy_products where pharmacy_id = ${pharmacyId} and not archived) as products,
      coalesce(sum(i.quantity * i.purchase_price::numeric), 0) as "stockValue",
      coalesce(sum(i.quantity * i.sale_price::numeric) filter (where on_shelf(i) and i.expires_on < here.today), 0)
        as "expiredValue",
      count(*) filter (where on_shelf(i) and i.expires_on < here.today) as "expiredLots"
    from here, stock_items i where i.pharmacy_id = ${pharmacyId} and i.has_stock and not i.archived`.execute(tx)
  return rows[0]!
}

/**
 * The value at sale price of the lots that expire in this month (from today) and in the next 5 months, empty months
 * included.
 */
export async function expiringByMonth(
  tx: Tx,
  pharmacyId: string,
  now: Date,
): Promise<{ month: string; value: number; lots: number }[]> {
  const { rows } = await sql<{ month: string; value: number; lots: number }>`
    with ${here(pharmacyId, now)},
    months as (select month
      from here, generate_series(date_trunc('month', today::timestamp),
      date_trunc('month', today::timestamp) + interval '5 months', interval '1 month') month),
    expiring as (
      select date_trunc('month', i.expires_on::timestamp) as month, sum(i.quantity * i.sale_price::numeric) as value,
        count(*) as lots
      from here, stock_items i where i.pharmacy_id = ${pharmacyId} and i.has_stock and on_shelf(i) and i.expires_on >= here.today group by 1
    )
    select to_char(months.month, 'YYYY-MM') as month, coalesce(e.value, 0) as value, coalesce(e.lots, 0) as lots
    from months left join expiring e using (month) order by month`.execute(tx)
  return rows
}
