import { sql, type RawBuilder } from 'kysely'
import type { PersonName } from '#shared/domain/person.ts'
import { miscountReasons } from '#shared/domain/storage-accuracy.ts'
import { seenByCount } from '#shared/domain/stock-reasons.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

/** The products that are kept in a storage, or have a lot in it: their rows in the tills' list show its label. */
export async function findProductsKeptIn(tx: Tx, pharmacyId: string, storageId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pharmacy_products where pharmacy_id = ${pharmacyId} and storage_id = ${storageId}
    union
    select pharmacy_product_id from stock_items where pharmacy_id = ${pharmacyId}
      and storage_id = ${storageId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The products in use that a storage keeps: their usual place, or that of one of their lots in stock. */
export async function countProductsLyingIn(tx: Tx, pharmacyId: string, storageId: string): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select count(*)::int as products from pharmacy_products pp
    where pp.pharmacy_id = ${pharmacyId} and not pp.archived and (pp.storage_id = ${storageId} or exists (
      select from stock_items i where i.pharmacy_id = pp.pharmacy_id and i.pharmacy_product_id = pp.id
        and i.storage_id = ${storageId} and not i.archived and i.quantity <> 0))`.execute(tx)
  return rows[0]!.products
}

/** `lots`: in stock, or with a difference since `since`; `wrong`: those with a difference. */
export type StorageRow = {
  id: string
  label: string
  archived: boolean
  products: number
  units: number
  costValue: number
  priceValue: number
  lots: number
  wrong: number
}

/** Some lots of products in use, with their place: their own, else that of their product. */
const placed = (pharmacyId: string, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select i.id, i.pharmacy_product_id, i.quantity, i.purchase_price, i.sale_price,
    coalesce(i.storage_id, pp.storage_id) as place
  from stock_items i
    join pharmacy_products pp on pp.pharmacy_id = i.pharmacy_id and pp.id = i.pharmacy_product_id and not pp.archived
  where i.pharmacy_id = ${pharmacyId} and not i.archived and ${which}`

/** All storages with what lies in them, by label. Differences are adjustments since a moment that say a miscount. */
export async function storagesWithFigures(tx: Tx, pharmacyId: string, since: Date): Promise<StorageRow[]> {
  const { rows } = await sql<StorageRow>`
    with wrong as materialized (
      select distinct stock_item_id as id from stock_movements
      where pharmacy_id = ${pharmacyId} and at >= ${since}
        and (cause = 'inventory' and reason is distinct from ${seenByCount} or cause = 'adjustment' and reason = any(${[...miscountReasons]}::text[]))
    ), placed as materialized (
      ${placed(pharmacyId, sql`(i.has_stock or i.id = any(array(select id from wrong)))`)}
    ), held as (
      select place, sum(quantity) as units, sum(quantity * purchase_price::numeric) as cost,
        sum(quantity * sale_price::numeric) as price,
        count(*) filter (where quantity <> 0 or wrong.id is not null) as lots, count(wrong.id) as wrong
      from placed left join wrong using (id) group by 1
    ), kept as (
      select place, count(*) as products from (
        select storage_id as place, id from pharmacy_products
          where pharmacy_id = ${pharmacyId} and not archived and storage_id is not null
        union select place, pharmacy_product_id from placed where quantity <> 0 and place is not null
      ) each group by 1
    )
    select s.id, s.label, s.archived, coalesce(kept.products, 0) as products, coalesce(held.units, 0) as units,
      coalesce(held.cost, 0) as "costValue", coalesce(held.price, 0) as "priceValue", coalesce(held.lots, 0) as lots,
      coalesce(held.wrong, 0) as wrong
    from storages s left join held on held.place = s.id left join kept on kept.place = s.id
    where s.pharmacy_id = ${pharmacyId} order by s.archived, s.label, s.id`.execute(tx)
  return rows
}

/** Products with stock and without a place. */
export async function countUnplaced(tx: Tx, pharmacyId: string): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select count(distinct pharmacy_product_id)::int as products from (${placed(pharmacyId, sql`i.has_stock`)}) each
    where place is null`.execute(tx)
  return rows[0]!.products
}

export type MoveRow = {
  id: string
  at: Date
  user: PersonName
  pharmacyProductId: string
  label: string
  lot: string | null
  whole: boolean
  from: string | null
  to: string | null
}

export function pageOfMoves(
  tx: Tx,
  pharmacyId: string,
  {
    storageId,
    pharmacyProductId,
    ...page
  }: Page & { storageId?: string | undefined; pharmacyProductId?: string | undefined },
): Promise<{ items: MoveRow[]; total: number }> {
  const from = sql`storage_moves m
    join stock_items i on i.pharmacy_id = m.pharmacy_id and i.id = m.stock_item_id
    where m.pharmacy_id = ${pharmacyId}
      ${storageId ? sql`and ${storageId} in (m.from_storage_id, m.to_storage_id)` : sql``}
      ${pharmacyProductId ? sql`and i.pharmacy_product_id = ${pharmacyProductId}` : sql``}`
  return pagedRows(tx, page, {
    from,
    items: async (limit) => {
      const { rows } = await sql<MoveRow>`
        select each.id, each.at, each.whole, each.product as "pharmacyProductId", each.lot,
          coalesce(pp.private_label, p.label) as label, f.label as "from", t.label as "to",
          json_build_object('firstName', u.first_name, 'lastName', u.last_name) as user
        from (select m.*, i.pharmacy_product_id as product, case when not m.whole then i.lot end as lot from ${from}) each
          join pharmacy_products pp on pp.pharmacy_id = ${pharmacyId} and pp.id = each.product
          left join products p on p.id = pp.product_id
          join users u on u.id = each.user_id
          left join storages f on f.pharmacy_id = ${pharmacyId} and f.id = each.from_storage_id
          left join storages t on t.pharmacy_id = ${pharmacyId} and t.id = each.to_storage_id
        order by each.seq desc ${limit}`.execute(tx)
      return rows
    },
  })
}
