import { sql, type RawBuilder } from 'kysely'
import type { StockMovement } from '#shared/contract/pharmacy-products.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { returnedOf } from '#server/stock/returned-lines.repo.ts'

type MovementRow = Omit<StockMovement, 'at' | 'userName'> & {
  at: Date
  firstName: string | null
  lastName: string | null
}

/**
 * The movements of every lot of a product since an instant, newest first. Each lot gives as many as the page can need,
 * from the index: a product with many movements costs no more than one with few.
 */
export async function movementsOf(
  tx: Tx,
  pharmacyId: string,
  pharmacyProductId: string,
  { since, page, size }: { since: Date; page: number; size: number },
): Promise<{ items: StockMovement[]; total: number }> {
  // A lot that was emptied before has none.
  const lots = sql`stock_items i where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = ${pharmacyProductId}
    and (i.has_stock or i.emptied_at is null or i.emptied_at >= ${since})`
  const { rows: counted } = await sql<{ total: number }>`
    select coalesce(sum((select count(*) from stock_movements m
      where m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id and m.at >= ${since})), 0) as total
    from ${lots}`.execute(tx)
  const { rows } = await sql<MovementRow>`
    select x.*, u.first_name as "firstName", u.last_name as "lastName", s.number as "saleNumber" from (
      select m.*, i.lot from (select i.id, i.lot from ${lots}) i cross join lateral (
        select m.id, m.at, m.cause, m.stock_item_id as "stockItemId", m.quantity, m.before, m.after, m.user_id,
          m.sale_id as "saleId", m.reason, m.note, m.seq
        from stock_movements m where m.pharmacy_id = ${pharmacyId} and m.stock_item_id = i.id and m.at >= ${since}
        order by m.at desc, m.seq desc limit ${(page + 1) * size}
      ) m order by m.at desc, m.seq desc limit ${size} offset ${page * size}
    ) x left join users u on u.id = x.user_id left join sales s on s.pharmacy_id = ${pharmacyId} and s.id = x."saleId"
    order by x.at desc, x.seq desc`.execute(tx)
  const items = rows.map(({ firstName, lastName, at, ...movement }) => ({
    ...movement,
    at: at.toISOString(),
    userName: firstName === null || lastName === null ? null : displayName({ firstName, lastName }),
  }))
  return { items, total: counted[0]!.total }
}

/**
 * Units of a product sold, less returns, in each of the 12 months up to now, oldest first. Months are in the pharmacy's
 * time zone; empty months are included.
 */
export async function soldByMonth(
  tx: Tx,
  pharmacyId: string,
  pharmacyProductId: string,
  now: Date,
): Promise<{ month: string; quantity: number }[]> {
  const { rows } = await sql<{ month: string; quantity: number }>`
    with here as (select time_zone, date_trunc('month', ${now}::timestamptz at time zone time_zone) as this_month
      from pharmacies where id = ${pharmacyId}),
    months as (select month
      from here, generate_series(this_month - interval '11 months', this_month, interval '1 month') month),
    sold as (
      select date_trunc('month', s.sold_at at time zone here.time_zone) as month,
        sum(l.quantity - b.quantity) as quantity
      from here, ${soldLines(pharmacyId, await lotsOf(tx, pharmacyId, pharmacyProductId))}
        and s.sold_at >= (here.this_month - interval '11 months') at time zone here.time_zone
      group by 1
    )
    select to_char(months.month, 'YYYY-MM') as month, coalesce(sold.quantity, 0) as quantity from months left join sold
      using (month) order by month`.execute(tx)
  return rows
}

export async function soldSince(tx: Tx, pharmacyId: string, pharmacyProductId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ quantity: number }>`
    select coalesce(sum(l.quantity - b.quantity), 0) as quantity
    from ${soldLines(pharmacyId, await lotsOf(tx, pharmacyId, pharmacyProductId))} and s.sold_at >= ${since}`.execute(
    tx,
  )
  return rows[0]!.quantity
}

/** The lots of a product, archived ones too. */
export async function lotsOf(tx: Tx, pharmacyId: string, pharmacyProductId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from stock_items
    where pharmacy_id = ${pharmacyId} and pharmacy_product_id = ${pharmacyProductId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * SQL: the lines `l` of these lots in closed sales `s`, with what came back of them, `b`; ends in a condition. PostgreSQL
 * knows how often a lot was sold when it is given the lots: it looks up the few sales of a rare product, and reads the
 * sales of the period once for a best seller.
 */
export function soldLines(pharmacyId: string, lotIds: readonly string[]): RawBuilder<unknown> {
  return sql`sale_records l
      join sales s on s.pharmacy_id = ${pharmacyId} and s.id = l.sale_id
      cross join ${returnedOf(pharmacyId)} b
    where l.pharmacy_id = ${pharmacyId} and l.stock_item_id = any(${[...lotIds]}::uuid[]) and s.status = 'CLOSED'`
}
