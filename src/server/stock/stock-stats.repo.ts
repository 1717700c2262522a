import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { emptySince } from '#server/stock/empty-since.repo.ts'
import { returnedLines } from '#server/stock/returned-lines.repo.ts'

/** One row: the pharmacy's time zone and its calendar day. */
function here(pharmacyId: string, now: Date): RawBuilder<unknown> {
  return sql`here as (select time_zone, (${now}::timestamptz at time zone time_zone)::date as today from pharmacies
    where id = ${pharmacyId})`
}

/** Lots on the shelf: not archived, with a quantity above zero. */
function onShelf(pharmacyId: string): RawBuilder<unknown> {
  return sql`i.pharmacy_id = ${pharmacyId} and not i.archived and i.quantity > 0`
}

export async function stockOnHand(
  tx: Tx,
  pharmacyId: string,
  now: Date,
): Promise<{ products: number; stockValue: number; expiredValue: number; expiredLots: number }> {
  const { rows } = await sql<{ products: number; stockValue: number; expiredValue: number; expiredLots: number }>`
    with ${here(pharmacyId, now)}
    select (select count(*) from pharmacy_products where pharmacy_id = ${pharmacyId} and not archived) as products,
      coalesce(sum(i.quantity * i.purchase_price::numeric), 0) as "stockValue",
      coalesce(sum(i.quantity * i.sale_price::numeric) filter (where i.expires_on < here.today), 0) as "expiredValue",
      count(*) filter (where i.expires_on < here.today) as "expiredLots"
    from here, stock_items i where ${onShelf(pharmacyId)}`.execute(tx)
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
      from here, stock_items i where ${onShelf(pharmacyId)} and i.expires_on >= here.today group by 1
    )
    select to_char(months.month, 'YYYY-MM') as month, coalesce(e.value, 0) as value, coalesce(e.lots, 0) as lots
    from months left join expiring e using (month) order by month`.execute(tx)
  return rows
}

/** Maximum number of rows of a screen; the count gives the total. */
const shownShortages = 50

/**
 * Products without stock that were sold in the last 30 days (returns excluded), best sellers first. `since`: the day on
 * which the last box left.
 */
export async function findShortages(
  tx: Tx,
  pharmacyId: string,
  now: Date,
): Promise<{
  shortages: { id: string; label: string; sold30Days: number; since: string | null }[]
  shortageCount: number
}> {
  const { rows } = await sql<{ id: string; label: string; sold30Days: number; count: number }>`
    with sold as (
      select i.pharmacy_product_id as id, sum(l.quantity - coalesce(b.quantity, 0)) as quantity
      from sales s join sale_records l on l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
        join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
        left join ${returnedLines(pharmacyId)} b on b.sale_id = l.sale_id and b.line_id = l.id
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED'
        and s.sold_at >= ${now}::timestamptz - interval '30 days' group by 1
    ), missing as (
      select sold.id, sold.quantity from sold
        join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = sold.id and not pp.archived
          and sold.quantity > 0
        join stock_items i on i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = sold.id and not i.archived
      group by sold.id, sold.quantity having sum(i.quantity) <= 0
    )
    select m.id, coalesce(pp.private_label, p.label) as label, m.quantity as "sold30Days",
      (select count(*) from missing) as count
    from missing m join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = m.id
      left join products p on p.id = pp.product_id
    order by m.quantity desc, label limit ${shownShortages}`.execute(tx)
  const since = await emptySince(
    tx,
    pharmacyId,
    rows.map(({ id }) => id),
  )
  return {
    shortages: rows.map(({ id, label, sold30Days }) => ({ id, label, sold30Days, since: since.get(id) ?? null })),
    shortageCount: rows[0]?.count ?? 0,
  }
}
