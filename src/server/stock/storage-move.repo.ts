import { sql } from 'kysely'
import type { NewStorageMove } from '#shared/contract/stock-acts.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Moves a lot with its loose units, or its product, and keeps the trace. A move to where it already is changes nothing
 * and leaves no trace. Needs the pharmacy's write lock, so that the trace says where the goods really came from.
 */
export async function moveToStorage(
  tx: Tx,
  pharmacyId: string,
  {
    act: { id, stockItemId, storageId, whole, sellerId },
    productId,
    at,
  }: {
    act: Pick<NewStorageMove, 'id' | 'stockItemId' | 'storageId' | 'whole' | 'sellerId'>
    productId: string
    at: string
  },
): Promise<void> {
  const { rows } = await sql<{ usual: string | null; own: string | null }>`
    select pp.storage_id as usual, i.storage_id as own from stock_items i
      join pharmacy_products pp on pp.pharmacy_id = i.pharmacy_id and pp.id = i.pharmacy_product_id
    where i.pharmacy_id = ${pharmacyId} and i.id = ${stockItemId}`.execute(tx)
  const { usual, own } = rows[0]!
  const from = whole ? usual : (own ?? usual)
  const to = whole ? storageId : (storageId ?? usual)
  if (whole)
    await sql`update pharmacy_products set storage_id = ${to}
      where pharmacy_id = ${pharmacyId} and id = ${productId}`.execute(tx)
  else
    await sql`update stock_items set storage_id = ${to === usual ? null : to} where pharmacy_id = ${pharmacyId}
      and id = any(${[stockItemId, unitItemIdOf(stockItemId)]}::uuid[])`.execute(tx)
  if (from === to) return
  await sql`
    insert into storage_moves (pharmacy_id, id, stock_item_id, whole, from_storage_id, to_storage_id, user_id, at)
    values (${pharmacyId}, ${id}, ${stockItemId}, ${whole}, ${from}, ${to}, ${sellerId}, ${at})`.execute(tx)
}
