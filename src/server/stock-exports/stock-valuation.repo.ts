import { sql, type RawBuilder } from 'kysely'
import type { StockGrouping } from '#shared/contract/stock-exports.ts'
import type { Tx } from '#server/db/database.ts'

/** A row of the valued stock. A text is null when the grouping has none; money in minor units. */
export type ValuedRow = {
  product: string | null
  packaging: string | null
  lot: string | null
  expiresOn: string | null
  storage: string | null
  category: string | null
  products: number
  lots: number
  /** In packages; null when the group mixes packagings. */
  quantity: number | null
  cost: number | null
  price: number | null
  costValue: number
  priceValue: number
}

/** Which movements are summed: those until the moment, or those since, whichever are likely fewer. */
type Side = 'until' | 'since'

/**
 * The lots that the pharmacy held at a moment, with their quantity, cost and price of then.
 *
 * - Quantity: the sum of the movements until then, which is the quantity of now less the movements since.
 * - Price: the price before the first change since, else the price of now.
 * - Cost: a lot has one cost. A corrected cost counts for the past too.
 *
 * Lots without a quantity at that moment are left out; a negative quantity counts as such.
 */
function heldAt(pharmacyId: string, { at, side }: { at: Date; side: Side }): RawBuilder<unknown> {
  const isUntil = side === 'until'
  const quantity = isUntil ? sql`coalesce(s.quantity, 0)` : sql`i.quantity - coalesce(s.quantity, 0)`
  return sql`summed as materialized (
      select stock_item_id, sum(quantity) as quantity from stock_movements
      where pharmacy_id = ${pharmacyId} and at ${isUntil ? sql`<=` : sql`>`} ${at} group by 1
    ), repriced as materialized (
      select distinct on (stock_item_id) stock_item_id, before as price from price_changes
      where pharmacy_id = ${pharmacyId} and at > ${at} order by stock_item_id, at
    ), held as (
      select i.pharmacy_product_id, i.packaging_id, i.lot, i.expires_on, i.storage_id, i.purchase_price as cost,
        ${quantity} as quantity, coalesce(r.price, i.sale_price) as price
      from stock_items i left join summed s on s.stock_item_id = i.id left join repriced r on r.stock_item_id = i.id
      where i.pharmacy_id = ${pharmacyId} and ${quantity} <> 0
    ), valued as (
      select h.*, coalesce(pp.private_label, p.label) as product, k.label as packaging, c.label as category,
        coalesce(own.label, kept.label) as storage, h.quantity * h.cost::numeric as cost_value,
        h.quantity * h.price::numeric as price_value
      from held h
        join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = h.pharmacy_product_id
        join packagings k on k.id = h.packaging_id
        left join products p on p.id = pp.product_id
        left join product_categories c on c.id = coalesce(pp.category_id, p.category_id)
        left join storages own on own.pharmacy_id = ${pharmacyId} and own.id = h.storage_id
        left join storages kept on kept.pharmacy_id = ${pharmacyId} and kept.id = pp.storage_id
    )`
}

const sums = sql`count(distinct pharmacy_product_id) as products, count(*) as lots, sum(cost_value) as "costValue",
  sum(price_value) as "priceValue"`
const none = sql`null::text as product, null::text as packaging, null::text as lot, null::date as "expiresOn",
  null::bigint as quantity, null::bigint as cost, null::bigint as price`

const rowsBy: Record<StockGrouping, RawBuilder<unknown>> = {
  category: sql`select ${none}, null::text as storage, category, ${sums} from valued group by category
    order by category`,
  storage: sql`select ${none}, storage, null::text as category, ${sums} from valued group by storage order by storage`,
  product: sql`select product, packaging, null::text as lot, null::date as "expiresOn",
      string_agg(distinct storage, ', ') as storage, category, sum(quantity) as quantity, null::bigint as cost,
      null::bigint as price, ${sums}
    from valued group by pharmacy_product_id, product, packaging, category order by product, packaging`,
  lot: sql`select product, packaging, lot, expires_on as "expiresOn", storage, category, quantity, cost, price,
      1 as products, 1 as lots, cost_value as "costValue", price_value as "priceValue"
    from valued order by product, expires_on, lot, packaging`,
}

const pageRows = 2_000

/**
 * The valued stock at a moment, in pages. One statement reads it, through a cursor: the rows of all pages are of the
 * same moment, whatever is sold meanwhile.
 */
export async function* valuedStock(
  tx: Tx,
  pharmacyId: string,
  { at, groupBy }: { at: Date; groupBy: StockGrouping },
): AsyncGenerator<readonly ValuedRow[]> {
  // Sorting 78,000 lots takes 9 MB; with the 4 MB of PostgreSQL it would write to the disk.
  await sql`set local work_mem = '32MB'`.execute(tx)
  const held = heldAt(pharmacyId, { at, side: await shorterSide(tx, pharmacyId, at) })
  await sql`declare valued_stock no scroll cursor for with ${held} ${rowsBy[groupBy]}`.execute(tx)
  for (;;) {
    const { rows } = await sql<ValuedRow>`fetch ${sql.lit(pageRows)} from valued_stock`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < pageRows) return
  }
}

/** A ledger grows about evenly: the moment's place between the first movement and the last tells which side is shorter. */
async function shorterSide(tx: Tx, pharmacyId: string, at: Date): Promise<Side> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from stock_movements where pharmacy_id = ${pharmacyId}`.execute(tx)
  const { first, last } = rows[0]!
  if (!first || !last) return 'since'
  return at.getTime() - first.getTime() < last.getTime() - at.getTime() ? 'until' : 'since'
}

/** The products held at a moment that have no category, by label. */
export async function productsWithoutCategory(
  tx: Tx,
  pharmacyId: string,
  at: Date,
): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    with ${heldAt(pharmacyId, { at, side: await shorterSide(tx, pharmacyId, at) })}
    select distinct pharmacy_product_id as id, product as label from valued where category is null
    order by product, pharmacy_product_id`.execute(tx)
  return rows
}

/** The number of lots of the pharmacy, archived ones included. */
export async function countLots(tx: Tx, pharmacyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stock_items where pharmacy_id = ${pharmacyId}`.execute(tx)
  return rows[0]!.count
}
