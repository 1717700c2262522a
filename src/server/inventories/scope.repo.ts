import { sql, type RawBuilder } from 'kysely'
import type { InventoryScope } from '#shared/contract/inventories.ts'
import { abcOf } from '#shared/domain/inventories/abc.ts'
import type { Tx } from '#server/db/database.ts'

const abcDays = 180

/**
 * Gives an inventory its lots: of products in use, those in stock, and the last one of a product or packaging that is
 * out, because boxes may turn up. Returns how many.
 */
export async function insertLines(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  scope: InventoryScope,
  today: string,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    insert into inventory_lines (pharmacy_id, inventory_id, stock_item_id)
    select i.pharmacy_id, ${inventoryId}::uuid, i.id from (
      select i.*, row_number() over (partition by i.pharmacy_product_id, i.packaging_id
        order by i.quantity <> 0 desc, i.expires_on desc nulls last, i.id) as place
      from stock_items i where i.pharmacy_id = ${pharmacyId} and not i.archived
    ) i
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id and not o.archived
      left join products p on p.id = o.product_id
    where (i.quantity <> 0 or i.place = 1) and ${await within(tx, pharmacyId, scope, today)}
    returning stock_item_id as id`.execute(tx)
  return rows.length
}

async function within(tx: Tx, pharmacyId: string, scope: InventoryScope, today: string): Promise<RawBuilder<unknown>> {
  switch (scope.kind) {
    case 'whole':
      return sql`true`
    case 'storages':
      return sql`coalesce(i.storage_id, o.storage_id) = any(${scope.ids}::uuid[])`
    case 'categories':
      return sql`coalesce(o.category_id, p.category_id) = any(${scope.ids}::uuid[])`
    case 'products':
      return sql`o.id = any(${scope.ids}::uuid[])`
    case 'expiring':
      return sql`i.expires_on <= ${today}::date + ${scope.days}::int`
    case 'abc': {
      const classes = abcOf(await turnoverOfProducts(tx, pharmacyId))
      const ids = [...classes].filter(([, each]) => each === scope.class).map(([id]) => id)
      return sql`o.id = any(${ids}::uuid[])`
    }
  }
}

/** The turnover of each product in use, in minor units; returns are not deducted, they do not change a class. */
async function turnoverOfProducts(tx: Tx, pharmacyId: string): Promise<{ id: string; turnover: number }[]> {
  const { rows } = await sql<{ id: string; turnover: number }>`
    select o.id, coalesce(x.turnover, 0) as turnover from pharmacy_products o left join (
      select i.pharmacy_product_id as id, sum(r.quantity * r.price::numeric) as turnover
      from sales s join sale_records r on r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id
        join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
      where s.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED' and s.sold_at >= now() - ${abcDays} * interval '1 day'
      group by 1
    ) x on x.id = o.id where o.pharmacy_id = ${pharmacyId} and not o.archived`.execute(tx)
  return rows
}
