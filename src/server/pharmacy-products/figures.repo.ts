import { sql } from 'kysely'
import type { StockEntry } from '#shared/contract/stock-figures.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { notWithheld } from '#server/register-ledger/withheld.repo.ts'
import { isLoose } from '#server/stock/loose-units.repo.ts'
import { lotsOf, soldLines } from '#server/stock/movement.repo.ts'
import { linesOfSale } from '#server/stock/returned-lines.repo.ts'

/** The lots in stock that are not archived, without the loose units of an opened box. */
const boxes = sql`stock_items i where i.has_stock and not i.archived and not ${isLoose}`

/** The number of products whose boxes in stock lie between two quantities, both included. */
export async function countByStock(
  tx: Tx,
  pharmacyId: string,
  { min, max }: { min?: number | undefined; max?: number | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with stock as (
      select i.pharmacy_product_id as id, sum(i.quantity) as quantity from ${boxes} and i.pharmacy_id = ${pharmacyId}
      group by 1
    )
    select count(*) as count from pharmacy_products o left join stock using (id)
    where o.pharmacy_id = ${pharmacyId} and not o.archived
      and coalesce(stock.quantity, 0) >= ${min ?? Number.MIN_SAFE_INTEGER}::bigint
      and coalesce(stock.quantity, 0) <= ${max ?? Number.MAX_SAFE_INTEGER}::bigint`.execute(tx)
  return rows[0]!.count
}

export type SoldFigures = {
  sold: number
  turnover: number
  cost: number
  sold90Days: number
  stock: number
  lastSoldOn: string | null
  lastEnteredOn: string | null
}

/**
 * What was sold of a product in 12 months, less returns, with its stock of today. Turnover and cost are without the sales
 * of `withheld` drawers. Days in the pharmacy's time zone.
 */
export async function soldFigures(
  tx: Tx,
  pharmacyId: string,
  productId: string,
  { now, withheld }: { now: Date; withheld: readonly string[] },
): Promise<SoldFigures> {
  const { rows } = await sql<SoldFigures>`
    with here as (select time_zone, ${now}::timestamptz as now from pharmacies where id = ${pharmacyId}),
    sold as (
      select s.sold_at, l.quantity - b.quantity as quantity, l.price::numeric as price,
        coalesce(l.purchase_price, 0)::numeric as cost, ${notWithheld(sql`s.register_id`, withheld)} as seen
      from here, ${soldLines(pharmacyId, await lotsOf(tx, pharmacyId, productId))}
        and s.sold_at >= here.now - interval '12 months'
    )
    select coalesce(sum(quantity), 0) as sold, coalesce(sum(quantity * price) filter (where seen), 0) as turnover,
      coalesce(sum(quantity * cost) filter (where seen), 0) as cost,
      coalesce(sum(quantity) filter (where sold_at >= here.now - interval '90 days'), 0) as "sold90Days",
      (select coalesce(sum(i.quantity), 0) from ${boxes} and i.pharmacy_id = ${pharmacyId}
        and i.pharmacy_product_id = ${productId}) as stock,
      (max(sold_at) at time zone here.time_zone)::date as "lastSoldOn",
      (select (max(m.at) at time zone here.time_zone)::date from stock_items i
        join stock_movements m on m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id
        where i.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = ${productId}
          and m.cause in ('initial', 'delivery') and m.quantity > 0) as "lastEnteredOn"
    from here left join sold on true group by here.time_zone, here.now`.execute(tx)
  return rows[0]!
}

/**
 * The products that were on most closed sales since `from`, most sold first. `offset 0`: the few lots that were sold are
 * looked up, since the planner would rather read those of all years.
 */
export async function soldMost(
  tx: Tx,
  pharmacyId: string,
  { from, limit }: { from: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.pharmacy_product_id as id
    from sales s
      cross join ${linesOfSale}
      cross join lateral (select o.pharmacy_product_id from stock_items o
        where o.pharmacy_id = l.pharmacy_id and o.id = l.stock_item_id offset 0) i
    where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and s.sold_at >= ${from}
    group by 1 order by count(distinct s.id) desc, 1 limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

type EntryRow = Omit<StockEntry, 'at' | 'userName' | 'purchasePrice'> & {
  at: Date
  purchasePrice: number
  firstName: string | null
  lastName: string | null
}

/** What came in of a product, newest first. */
export function entriesOf(
  tx: Tx,
  pharmacyId: string,
  productId: string,
  page: Page,
): Promise<{ items: (StockEntry & { purchasePrice: number })[]; total: number }> {
  const from = sql`stock_movements m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
    where m.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = ${productId}
      and m.cause in ('initial', 'delivery', 'transfer') and m.quantity > 0`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<EntryRow>`
        select m.id, m.at, m.cause, m.stock_item_id as "stockItemId", i.lot, i.expires_on as "expiresOn",
          k.label as packaging, m.quantity, i.purchase_price as "purchasePrice", i.sale_price as "salePrice",
          u.first_name as "firstName", u.last_name as "lastName"
        from (select m.* from ${from} order by m.at desc, m.seq desc ${limit}) m
          join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
          join packagings k on k.id = i.packaging_id left join users u on u.id = m.user_id
        order by m.at desc, m.seq desc`.execute(tx)
      return rows.map(({ firstName, lastName, at, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        userName: firstName === null || lastName === null ? null : displayName({ firstName, lastName }),
      }))
    },
  })
}
