import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { demandDays, recentDays, type SoldDays } from '#shared/domain/expiries/demand.ts'
import type { Tx } from '#server/db/database.ts'

/** `recentDays` and `recentUnits`: those of the last 60 days, which are part of the others. */
export type SoldDaysOf = SoldDays & {
  productId: string
  packagingId: string | null
  recentDays: number
  recentUnits: number
}

type Asked = {
  /** Selects `product_id` and `packaging_id`, each pair once. Null packagings: the demand of all packagings together. */
  scope: RawBuilder<unknown>
  byPackaging: boolean
  /** The pharmacy's calendar day. */
  today: string
}

/**
 * What was sold of products on the days before today on which they were in stock, from the days that are kept beside the
 * ledger of the stock (`product_days`). Sold: sales less cancellations and what came back to the shelf, and boxes that
 * were opened to sell units. A day counts as in stock when the stock was above zero at its start or its end, or
 * something was sold. Stock leaves at the end of the day of its expiry, because nothing of it is sold.
 *
 * The sums of a period are the difference of two rows. Only where boxes expired on the shelf, or packagings are counted
 * together, the days of the period are read one by one, and the stock at each is computed backwards from that of now.
 */
export async function soldDaysOf(tx: Tx, pharmacyId: string, asked: Asked): Promise<SoldDaysOf[]> {
  const { byPackaging, today } = asked
  const { rows } = await sql<SoldDaysOf & { isByDay: boolean }>`
    with scope as materialized (${asked.scope}),
    packaging as materialized (${
      byPackaging
        ? sql`select product_id, packaging_id, packaging_id as only_packaging, false as several from scope`
        : sql`select s.product_id, s.packaging_id, k.only_packaging, k.only_packaging <> k.last_packaging as several
            from scope s left join lateral (select min(d.packaging_id::text)::uuid as only_packaging,
              max(d.packaging_id::text)::uuid as last_packaging
            from ${packagingsMoved(pharmacyId, sql`s.product_id`)} d) k on true`
    })
    select w.product_id as "productId", w.packaging_id as "packagingId",
      w.several or exists (select from ${expiredOf(pharmacyId, today)} and i.pharmacy_product_id = w.product_id
        ${byPackaging ? sql`and i.packaging_id = w.packaging_id` : sql``}) as "isByDay",
      coalesce(last.days - coalesce(first.days, 0), 0) as days,
      coalesce(last.sold + last.opened - coalesce(first.sold + first.opened, 0), 0) as units,
      coalesce(last.squares - coalesce(first.squares, 0), 0) as squares,
      coalesce(last.days - coalesce(recent.days, 0), 0) as "recentDays",
      coalesce(last.sold + last.opened - coalesce(recent.sold + recent.opened, 0), 0) as "recentUnits"
    from packaging w
      left join lateral product_until(${pharmacyId}, w.product_id, w.only_packaging, ${addDays(today, -1)}) last on true
      left join lateral product_until(${pharmacyId}, w.product_id, w.only_packaging,
        ${addDays(today, -demandDays - 1)}) first on true
      left join lateral product_until(${pharmacyId}, w.product_id, w.only_packaging,
        ${addDays(today, -recentDays - 1)}) recent on true`.execute(tx)
  const isByDay = rows.filter((row) => row.isByDay)
  const known = rows.filter((row) => !row.isByDay).map(({ isByDay: _isByDay, ...row }) => row)
  if (isByDay.length === 0) return known
  const scope = sql`select * from unnest(${isByDay.map(({ productId }) => productId)}::uuid[],
    ${isByDay.map(({ packagingId }) => packagingId)}::uuid[]) as w (product_id, packaging_id)`
  return [...known, ...(await soldDayByDay(tx, pharmacyId, { scope, byPackaging, today }))]
}

/** The packagings of a product that ever moved, each once: one step in the index for each, however many days it has. */
function packagingsMoved(pharmacyId: string, product: RawBuilder<unknown>): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>) => sql`(select d.packaging_id from product_days d
    where d.pharmacy_id = ${pharmacyId} and d.pharmacy_product_id = ${product} ${after}
    order by d.packaging_id limit 1)`
  return sql`(with recursive each (packaging_id) as (
    ${next(sql``)} union all
    select ${next(sql`and d.packaging_id > each.packaging_id`)} from each where each.packaging_id is not null
  ) select packaging_id from each where packaging_id is not null)`
}

/** Lots `i` that expired and are not empty; ends in a condition. */
function expiredOf(pharmacyId: string, today: string): RawBuilder<unknown> {
  return sql`stock_items i where i.pharmacy_id = ${pharmacyId} and i.has_stock and i.expires_on < ${today}::date`
}

async function soldDayByDay(tx: Tx, pharmacyId: string, { scope, byPackaging, today }: Asked): Promise<SoldDaysOf[]> {
  const firstDay = addDays(today, -demandDays)
  const recent = addDays(today, -recentDays)
  const { rows } = await sql<SoldDaysOf>`
    with scope as materialized (${scope}), item as materialized (
      select s.product_id, s.packaging_id, i.expires_on, i.quantity
      from scope s join stock_items i on i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = s.product_id
        ${byPackaging ? sql`and i.packaging_id = s.packaging_id` : sql``}
      where i.has_stock
    ), change as (
      select s.product_id, s.packaging_id, d.day, d.moved as net, d.sold + d.opened as sold
      from scope s join product_days d on d.pharmacy_id = ${pharmacyId} and d.pharmacy_product_id = s.product_id
        ${byPackaging ? sql`and d.packaging_id = s.packaging_id` : sql``} and d.day >= ${firstDay}::date
      union all
      select product_id, packaging_id, expires_on, -quantity, 0 from item
      where expires_on >= ${firstDay}::date and expires_on < ${today}::date
    ),
    daily as (
      select product_id, packaging_id, day, sum(net) as net, sum(sold) as sold from change group by 1, 2, 3
    ),
    current as (
      select s.product_id, s.packaging_id,
        coalesce(sum(quantity) filter (where expires_on is null or expires_on >= ${today}::date), 0) as quantity
      from scope s left join item i on i.product_id = s.product_id and i.packaging_id is not distinct from s.packaging_id
      group by 1, 2
    ),
    level as (
      select d.product_id, d.packaging_id, d.day, d.sold,
        c.quantity - sum(d.net) over by_day + d.net as at_end, c.quantity - sum(d.net) over by_day as at_start,
        least(coalesce(lag(d.day) over by_day, ${today}::date), ${today}::date) - d.day - 1 as quiet,
        lead(d.day) over by_day is null as is_first
      from daily d join current c on c.product_id = d.product_id and c.packaging_id is not distinct from d.packaging_id
      window by_day as (partition by d.product_id, d.packaging_id order by d.day desc
        rows between unbounded preceding and current row)
    ),
    counted as (
      select product_id, packaging_id,
        sum(case when day >= ${today}::date then 0
            else (at_end > 0 or at_start > 0 or sold > 0)::int + case when at_end > 0 then quiet else 0 end end
          + case when is_first and at_start > 0 then day - ${firstDay}::date else 0 end) as days,
        sum(case when day >= ${today}::date then 0
            else (day >= ${recent}::date and (at_end > 0 or at_start > 0 or sold > 0))::int
              + case when at_end > 0 then greatest(0, least(quiet, day + quiet + 1 - ${recent}::date)) else 0 end end
          + case when is_first and at_start > 0 then greatest(0, day - ${recent}::date) else 0 end) as recent_days,
        sum(sold) filter (where day >= ${recent}::date and day < ${today}::date) as recent_units,
        sum(sold) filter (where day < ${today}::date) as units,
        sum(sold::numeric * sold) filter (where day < ${today}::date) as squares
      from level group by 1, 2
    )
    select c.product_id as "productId", c.packaging_id as "packagingId",
      coalesce(n.days, case when c.quantity > 0 then ${demandDays}::int else 0 end)::int as days,
      coalesce(n.units, 0) as units, coalesce(n.squares, 0) as squares,
      coalesce(n.recent_days, case when c.quantity > 0 then ${recentDays}::int else 0 end)::int as "recentDays",
      coalesce(n.recent_units, 0) as "recentUnits"
    from current c left join counted n
      on n.product_id = c.product_id and n.packaging_id is not distinct from c.packaging_id`.execute(tx)
  return rows
}
