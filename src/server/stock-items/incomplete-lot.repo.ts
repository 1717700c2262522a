import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { IncompleteLot, stockItems } from '#shared/contract/stock-items.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { isLoose } from '#server/stock/loose-units.repo.ts'

type Query = HandlerInput<typeof stockItems.incomplete>['query']

/** As `lacksOf` of the domain. */
const lacks = {
  lot: sql`i.lot is null and coalesce(c.traced_by, 'lot-and-expiry') = 'lot-and-expiry'`,
  expiresOn: sql`i.expires_on is null and coalesce(c.traced_by, 'lot-and-expiry') <> 'nothing'`,
}

const label = sql`coalesce(o.private_label, p.label)`
/** A lot lies in its own storage, else in that of its product. */
const storage = sql`(select g.label from storages g where g.pharmacy_id = i.pharmacy_id
  and g.id = coalesce(i.storage_id, o.storage_id))`
const supplier = sql`(select s.name from suppliers s where s.pharmacy_id = i.pharmacy_id and s.id = i.supplier_id)`
const enteredOn = sql`(select max(m.at at time zone f.time_zone)::date from stock_movements m
  where m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id and m.quantity > 0
    and m.cause in ('initial', 'delivery', 'transfer'))`
const sortColumns = {
  label: sql`folded(${label})`,
  category: sql`folded(c.label)`,
  packaging: sql`folded(k.label)`,
  lot: sql`i.lot`,
  expiresOn: sql`i.expires_on`,
  quantity: sql`i.quantity`,
  storage: sql`folded(${storage})`,
  supplier: sql`folded(${supplier})`,
  enteredOn,
}

/** The lots of boxes in stock that lack what the category of their product asks for. */
export function incompleteLots(
  tx: Tx,
  pharmacyId: string,
  query: Query,
): Promise<{ items: IncompleteLot[]; total: number }> {
  const kept = [
    query.lacks ? lacks[query.lacks] : sql`(${lacks.lot} or ${lacks.expiresOn})`,
    ...(query.storage ? [sql`${storage} = ${query.storage}`] : []),
    ...wordsOf(query.search ?? '').map((word) => sql`strpos(folded(concat_ws(' ', ${label}, i.lot)), ${word}) > 0`),
  ]
  const from = sql`stock_items i
    join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
    join packagings k on k.id = i.packaging_id join pharmacies f on f.id = i.pharmacy_id
    left join products p on p.id = o.product_id
    left join product_categories c on c.id = coalesce(o.category_id, p.category_id)
    where i.pharmacy_id = ${pharmacyId} and not i.archived and i.has_stock and i.quantity > 0 and (i.lot is null or i.expires_on is null)
      and ${sql.join(kept, sql` and `)} and not ${isLoose}`
  const order = sortOrder(query.sort, sortColumns, sql`folded(${label}), i.id`)
  return pagedRows(tx, query, {
    from,
    async items(limit) {
      const { rows } = await sql<IncompleteLot>`
        select i.id, o.id as "pharmacyProductId", ${label} as label, c.label as category, k.label as packaging, i.lot,
          i.expires_on as "expiresOn", i.quantity, ${storage} as storage, ${supplier} as supplier,
          ${enteredOn} as "enteredOn"
        from ${from} order by ${order} ${limit}`.execute(tx)
      return rows
    },
  })
}
