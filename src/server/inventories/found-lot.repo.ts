import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import type { Tx } from '#server/db/database.ts'
import { neverCame, newestLots } from '#server/stock/newest-lots.repo.ts'

type Found = NonNullable<NewCount['found']>

/**
 * The lot with this number and date, or a new one at the prices of the lot that came last; undefined when the product
 * has no lot in this packaging to take them from. Boxes of an archived lot that turn up take it back into use.
 */
export async function lotOfFound(
  tx: Tx,
  pharmacyId: string,
  { pharmacyProductId, packagingId, lot, expiresOn }: Found,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const { rows: known } = await sql<{ id: string }>`
    update stock_items set archived = false where pharmacy_id = ${pharmacyId}
      and pharmacy_product_id = ${pharmacyProductId} and packaging_id = ${packagingId}
      and plain_lot(lot) is not distinct from plain_lot(${lot}) and expires_on is not distinct from ${expiresOn}::date
    returning id`.execute(tx)
  if (known[0]) return { id: known[0].id, isNew: false }
  const id = randomUUID()
  const { rows } = await sql<{ id: string }>`
    insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, purchase_price,
      sale_price, supplier_id)
    select i.pharmacy_id, ${id}, i.pharmacy_product_id, i.packaging_id, ${lot}, ${expiresOn}::date, i.purchase_price,
      i.sale_price, i.supplier_id
    from stock_items i join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
    where i.pharmacy_id = ${pharmacyId} and o.id = ${pharmacyProductId} and not o.archived
      and i.packaging_id = ${packagingId}
    order by i.id in (select id from ${newestLots(pharmacyId, { productIds: [pharmacyProductId] })}) desc,
      ${neverCame}, i.archived, i.entered desc nulls last, i.id limit 1 returning id`.execute(tx)
  return rows[0] && { id: rows[0].id, isNew: true }
}
