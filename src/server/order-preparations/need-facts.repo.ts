import { sql } from 'kysely'
import { addDays, startOfLocalDay } from '#shared/domain/dates.ts'
import type { NeedFacts } from '#shared/domain/purchasing/need.ts'
import type { Tx } from '#server/db/database.ts'
import { boxesOnTheirWay } from '#server/stock/on-the-way.repo.ts'
import { neverCame, newestLot, packagingsOf } from '#server/stock/newest-lots.repo.ts'
import { soldDaysOf } from '#server/stock/demand.repo.ts'

/** A product and what its need follows from; the rhythm depends on the supplier. Money of one box, in minor units. */
export type ProductNeed = Omit<NeedFacts, 'rhythmDays'> & {
  id: string
  label: string
  storage: string | null
  packaging: string | null
  salePrice: number | null
  /** The supplier and cost of the lot that came last. */
  lastSupplierId: string | null
  lastCost: number | null
}

const nothingSold = { days: 0, units: 0, squares: 0, recentDays: 0, recentUnits: 0 }

/**
 * What the needs of the products in use follow from; `ids`: only of these. A product is ordered in its largest
 * packaging; loose units of opened boxes are no boxes. The past that is read does not grow: 180 days, and three months
 * of the year before.
 */
export async function productNeeds(
  tx: Tx,
  pharmacyId: string,
  { today, timeZone, ids }: { today: string; timeZone: string; ids?: readonly string[] | undefined },
): Promise<ProductNeed[]> {
  const asked = ids ? sql`and p.id = any(${[...ids]}::uuid[])` : sql``
  // As arrays: the planner knows how many there are, and would take the steps in the index for a hundred.
  const { rows: largest } = await sql<{ productId: string; packagingId: string }>`
    select distinct on (n.product_id) n.product_id as "productId", n.packaging_id as "packagingId"
    from ${packagingsOf(pharmacyId, ids)} n
      join pharmacy_products p on p.pharmacy_id = ${pharmacyId} and p.id = n.product_id
      join packagings k on k.id = n.packaging_id
    where not p.archived and exists (select from stock_items i where i.pharmacy_id = ${pharmacyId}
      and i.pharmacy_product_id = n.product_id and i.packaging_id = n.packaging_id and not ${neverCame})
    order by n.product_id, k.units desc, n.packaging_id`.execute(tx)
  const products = largest.map(({ productId }) => productId)
  const packagings = largest.map(({ packagingId }) => packagingId)
  const whole = sql`select product_id, packaging_id
    from unnest(${products}::uuid[], ${packagings}::uuid[]) as w (product_id, packaging_id)`
  const { rows } = await sql<Omit<ProductNeed, 'sold' | 'season' | 'coming'>>`
    with whole as materialized (${whole}), shelf as (
      select i.pharmacy_product_id as id, sum(sellable(i, ${today}::date)) as stock
      from stock_items i join whole w on w.product_id = i.pharmacy_product_id and w.packaging_id = i.packaging_id
      where i.pharmacy_id = ${pharmacyId} and i.has_stock group by 1
    ), newest as (
      select i.pharmacy_product_id as id, i.sale_price, i.supplier_id, i.purchase_price
      from whole w cross join ${newestLot(pharmacyId)} i
    ), owed as (
      select i.pharmacy_product_id as id, sum(d.owed) as boxes
      from dues d join sale_records r on r.pharmacy_id = d.pharmacy_id and r.sale_id = d.sale_id and r.id = d.sale_record_id
        join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
        join whole w on w.product_id = i.pharmacy_product_id and w.packaging_id = i.packaging_id
      where d.pharmacy_id = ${pharmacyId} and d.owed > 0 group by 1
    ), missed as (
      select pharmacy_product_id as id, sum(quantity) as boxes from missed_sales
      where pharmacy_id = ${pharmacyId} and reason = 'absent' and pharmacy_product_id is not null
        and missed_at >= ${startOfLocalDay(addDays(today, -30), timeZone)} group by 1
    )
    select p.id, coalesce(p.private_label, r.label) as label, g.label as storage, k.label as packaging,
      coalesce(shelf.stock, 0)::int as stock,
      coalesce(owed.boxes, 0)::int as dues, p.minimum, p.maximum, coalesce(missed.boxes, 0)::int as "askedInVain",
      newest.sale_price as "salePrice", newest.supplier_id as "lastSupplierId", newest.purchase_price as "lastCost"
    from pharmacy_products p left join products r on r.id = p.product_id
      left join storages g on g.pharmacy_id = p.pharmacy_id and g.id = p.storage_id
      left join whole on whole.product_id = p.id left join packagings k on k.id = whole.packaging_id
      left join shelf on shelf.id = p.id left join newest on newest.id = p.id left join owed on owed.id = p.id
      left join missed on missed.id = p.id
    where p.pharmacy_id = ${pharmacyId} and not p.archived ${asked}`.execute(tx)
  const sold = new Map(
    (await soldDaysOf(tx, pharmacyId, { scope: whole, byPackaging: true, today })).map((days) => [
      days.productId,
      days,
    ]),
  )
  const coming = await boxesOnTheirWay(tx, pharmacyId, ids)
  const season = await soldAYearAgo(tx, pharmacyId, products, today)
  return rows.map((row) => ({
    ...row,
    coming: coming.get(row.id) ?? 0,
    sold: sold.get(row.id) ?? nothingSold,
    season: season.get(row.id) ?? { before: 0, after: 0 },
  }))
}

/** Units sold of products, in the 60 days before this day of last year and in the 30 days from it on. */
async function soldAYearAgo(
  tx: Tx,
  pharmacyId: string,
  productIds: readonly string[],
  today: string,
): Promise<Map<string, NeedFacts['season']>> {
  const until = (days: number) =>
    sql`product_until(${pharmacyId}, w.product_id, w.packaging_id, ${addDays(today, days - 366)})`
  const { rows } = await sql<{ id: string } & NeedFacts['season']>`
    select w.product_id as id, sum(middle.sold - coalesce(first.sold, 0)) as before, sum(last.sold - middle.sold) as after
    from ${packagingsOf(pharmacyId, productIds)} w
      join lateral ${until(30)} last on true
      left join lateral ${until(0)} m on true
      cross join lateral (select coalesce(m.sold, 0) as sold) middle
      left join lateral ${until(-60)} first on true
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, ...units }) => [id, units]))
}
