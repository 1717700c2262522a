import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** An expired lot of a supplier, with an open task to return it. The supplier must exist. */
export async function anExpiringLot(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  const { packaging_id } = await tx
    .selectFrom('stock_items')
    .select('packaging_id')
    .where('pharmacy_id', '=', pharmacy_id)
    .where('id', '=', shop.lots[0])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('stock_items')
    .values({
      pharmacy_id,
      id: own('expiring lot'),
      pharmacy_product_id: shop.products[0],
      packaging_id,
      lot: 'E-1',
      expires_on: '2021-01-31',
      quantity: 5,
      purchase_price: 600,
      sale_price: 1000,
      supplier_id: own('supplier'),
    })
    .execute()
  await tx
    .insertInto('stock_movements')
    .values({
      pharmacy_id,
      id: own('expiring lot arrived'),
      stock_item_id: own('expiring lot'),
      cause: 'initial',
      quantity: 5,
      before: 0,
      after: 5,
      at,
    })
    .execute()
  await tx
    .insertInto('expiry_tasks')
    .values({
      pharmacy_id,
      id: own('expiry task'),
      stock_item_id: own('expiring lot'),
      kind: 'return',
      quantity: 5,
      created_by: shop.vendeur.id,
      created_at: at,
    })
    .execute()
}
