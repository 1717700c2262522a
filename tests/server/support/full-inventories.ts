import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A row of this pharmacy in every table of inventories. */
export async function fullInventories(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  const inventory_id = own('inventory')
  await tx
    .insertInto('inventories')
    .values({
      pharmacy_id,
      id: inventory_id,
      number: 1,
      label: 'Tiroir A1',
      scope: JSON.stringify({ kind: 'whole' }),
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  await tx.insertInto('inventory_lines').values({ pharmacy_id, inventory_id, stock_item_id: shop.lots[0] }).execute()
  await tx
    .insertInto('inventory_counts')
    .values({
      pharmacy_id,
      id: own('inventory count'),
      inventory_id,
      stock_item_id: shop.lots[0],
      kind: 'whole',
      quantity: 99,
      counted_at: at,
      counted_by: shop.stocks.id,
      received_at: at,
    })
    .execute()
  await tx
    .insertInto('counting_links')
    .values({
      pharmacy_id,
      id: own('counting link'),
      inventory_id,
      user_id: shop.stocks.id,
      secret_hash: own('secret'),
      created_at: at,
      expires_at: new Date('2090-01-01T00:00:00Z'),
    })
    .execute()
  await tx
    .updateTable('pharmacy_counters')
    .set({ inventory_number: 1 })
    .where('pharmacy_id', '=', pharmacy_id)
    .execute()
}
