import { sql, type RawBuilder } from 'kysely'
import { addDays, startOfLocalDay } from '#shared/domain/dates.ts'
import { demandDays, recentDays, type SoldDays } from '#shared/domain/expiries/demand.ts'
import type { Tx } from '#server/db/database.ts'

/** `recentDays` and `recentUnits`: those of the last 60 days, which are part of the others. */
export type SoldDaysOf = SoldDays & {
  productId: string
  packagingId: string | null
  recentDays: number
  recentUnits: number
}

/** Up to so many products, the index of the lots is faster than the ledger of the days. */
export const fewProducts = 100

type Asked = {
  /** Selects `product_id` and `packaging_id`, each pair once. Null packagings: the demand of all packagings together. */
  scope: RawBuilder<unknown>
  byPackaging: boolean
  /** The scope has many products: the ledger of the days is read once, not lot by lot. */
  isWide: boolean
  /** The pharmacy's calendar day and time zone. */
  today: string
  timeZone: string
}

/**
 * What was sold of products on the days before today on which they were in stock, from the ledger of the stock. Sold:
 * sales less cancellations and what came back to the shelf, and boxes that were opened to sell units. A day counts as
 * in stock when the stock was above zero at its start or its end, or something was sold. Stock leaves at the end of
 * the day of its expiry, because nothing of it is sold. The stock at a past day is computed backwards from that of now. A
 * product may be missing whose lots are all sold out and did not move on these days.
 */
export async function soldDaysOf(tx: Tx, pharmacyId: string, asked: Asked): Promise<SoldDaysOf[]> {
  const { today, timeZone } = asked
  const firstDay = addDays(today, -demandDays)
  const start = startOfLocalDay(firstDay, timeZone)
  const recent = addDays(today, -recentDays)
  const ofItem = sql`of_item as materialized (
      select m.stock_item_id, (m.at at time zone ${timeZone})::date as day, sum(m.quantity) as net,
        -sum(m.quantity) filter (where m.cause in ('sale', 'sale-canceled', 'return')
          or m.cause = 'unpack' and m.quantity < 0) as sold
      from stock_movements m
      where m.pharmacy_id = ${pharmacyId} and m.at >= ${start}
        ${asked.isWide ? sql`` : sql`and m.stock_item_id = any(array(select id from item))`}
      group by 1, 2
    )`
  const itemOf = (lots: RawBuilder<unknown>) => sql`
      select i.id, s.product_id, s.packaging_id, i.expires_on, i.quantity,
        -- what an archived lot still holds left the shelf on an unknown day
        not i.archived or i.quantity = 0 as counts
      from scope s join stock_items i on i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = s.product_id
        ${asked.byPackaging ? sql`and i.packaging_id = s.packaging_id` : sql``} ${lots}`
  // A lot without stock that did not move since says nothing.
  const item = asked.isWide
    ? sql`item as materialized (${itemOf(sql`where i.has_stock`)} union all
        ${itemOf(sql`join (select distinct stock_item_id as id from of_item) o on o.id = i.id where not i.has_stock`)})`
    : sql`item as materialized (${itemOf(sql``)})`
  const { rows } = await sql<SoldDaysOf>`
    with scope as materialized (${asked.scope}),
    ${asked.isWide ? sql`${ofItem}, ${item}` : sql`${item}, ${ofItem}`},
    change as (
      select i.product_id, i.packaging_id, o.day, case when i.counts then o.net else 0 end as net,
        coalesce(o.sold, 0) as sold
      from of_item o join item i on i.id = o.stock_item_id
      union all
      select product_id, packaging_id, expires_on, -quantity, 0 from item
      where counts and expires_on >= ${firstDay}::date and expires_on < ${today}::date
    ),
    daily as (
      select product_id, packaging_id, day, sum(net) as net, sum(sold) as sold from change group by 1, 2, 3
    ),
    current as (
      select product_id, packaging_id,
        coalesce(sum(quantity) filter (where counts and (expires_on is null or expires_on >= ${today}::date)), 0)
          as quantity
      from item group by 1, 2
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
