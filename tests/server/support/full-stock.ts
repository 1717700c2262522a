import type { Tx } from '#server/db/database.ts'
import { anExpiringLot } from '#tests/server/support/expiring-lot.ts'
import { fullStatements } from '#tests/server/support/full-statements.ts'
import { fullDeliveries } from '#tests/server/support/full-deliveries.ts'
import { fullInventories } from '#tests/server/support/full-inventories.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A row of this pharmacy in every table of the stock that `openShop` leaves empty. */
export async function aFullStock(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const pharmacy_product_id = shop.products[0]
  const own = (name: string): string => idOf(shop.id, name)
  await tx
    .insertInto('storages')
    .values({ pharmacy_id, id: own('empty storage'), label: 'Rayon Z' })
    .execute()
  await tx
    .insertInto('storage_moves')
    .values({
      pharmacy_id,
      id: own('storage move'),
      stock_item_id: shop.lots[0],
      whole: false,
      to_storage_id: own('empty storage'),
      user_id: shop.titulaire.id,
      at,
    })
    .execute()
  await tx
    .insertInto('suppliers')
    .values({ pharmacy_id, id: own('supplier'), name: 'Gapob', return_days: 90 })
    .execute()
  await tx
    .insertInto('pharmacy_product_codes')
    .values({ pharmacy_id, pharmacy_product_id, code: '2000000000017' })
    .execute()
  await tx
    .insertInto('tags')
    .values({ pharmacy_id, id: own('product tag'), type: 'pharmacy-product', label: 'Froid', color: 'blue' })
    .execute()
  await tx
    .insertInto('pharmacy_product_tags')
    .values({ pharmacy_id, pharmacy_product_id, tag_id: own('product tag') })
    .execute()
  await tx
    .insertInto('pharmacy_products')
    .values([
      { pharmacy_id, id: own('private product'), private_label: 'Tisane du jardin' },
      { pharmacy_id, id: own('empty product'), private_label: 'Coton de la maison' },
    ])
    .execute()
  await tx
    .insertInto('price_changes')
    .values({
      pharmacy_id,
      id: own('price change'),
      pharmacy_product_id,
      stock_item_id: shop.lots[0],
      before: 900,
      after: 1000,
      cost: 600,
      cause: 'typed',
      user_id: shop.titulaire.id,
      at,
    })
    .execute()
  await tx
    .insertInto('label_queue')
    .values({ pharmacy_id, id: own('label'), pharmacy_product_id, cause: 'price', user_id: shop.titulaire.id, at })
    .execute()
  const job = { pharmacy_id, id: own('stock export') }
  await tx
    .insertInto('jobs')
    .values({
      ...job,
      kind: 'stock-export',
      status: 'done',
      asked_by: shop.titulaire.id,
      asked_at: at,
      finished_at: at,
    })
    .execute()
  await tx
    .insertInto('stock_exports')
    .values({ ...job, at, format: 'csv', group_by: 'lot', with_cost: true, row_count: 0, content: Buffer.from('') })
    .execute()
  await tx
    .insertInto('recalls')
    .values({
      pharmacy_id,
      id: own('recall'),
      pharmacy_product_id,
      lot: 'L1',
      reason: 'Défaut de stérilité',
      opened_by: shop.vendeur.id,
      opened_at: at,
    })
    .execute()
  await tx
    .insertInto('packagings')
    .values({ id: idOf('box of 30'), label: 'Boîte', units: 30 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('stock_items')
    .values({
      pharmacy_id,
      id: own('openable lot'),
      pharmacy_product_id,
      packaging_id: idOf('box of 30'),
      lot: 'D1',
      quantity: 40,
      purchase_price: 600,
      sale_price: 1000,
    })
    .execute()
  await tx
    .insertInto('lot_blocks')
    .values({
      pharmacy_id,
      id: own('lot block'),
      stock_item_id: shop.lots[0],
      blocked: null,
      note: 'Contrôlé',
      user_id: shop.vendeur.id,
      at,
      recall_id: own('recall'),
    })
    .execute()
  await tx
    .insertInto('lot_corrections')
    .values({
      pharmacy_id,
      id: own('lot correction'),
      stock_item_id: shop.lots[0],
      lot_before: null,
      lot_after: 'L1',
      reason: 'read-on-box',
      user_id: shop.vendeur.id,
      at,
    })
    .execute()
  await tx
    .insertInto('destructions')
    .values({
      pharmacy_id,
      id: own('destruction'),
      number: 1,
      destroyed_on: '2026-02-01',
      method: 'Incinération',
      witness: 'Mme Adjovi',
      user_id: shop.vendeur.id,
      at,
    })
    .execute()
  await tx
    .insertInto('destruction_lines')
    .values({
      pharmacy_id,
      destruction_id: own('destruction'),
      position: 0,
      stock_item_id: shop.lots[0],
      label: 'Doliprane 1 g',
      packaging: 'Boîte',
      lot: 'L1',
      quantity: 1,
      purchase_price: 600,
      reason: 'expired',
    })
    .execute()
  await anExpiringLot(tx, shop, at)
  await fullDeliveries(tx, shop, at)
  await fullStatements(tx, shop, at)
  await fullInventories(tx, shop, at)
}

/** A note about a sale of a recalled lot; the sale must exist. */
export async function aRecallContact(tx: Tx, shop: Shop, saleId: string, at: Date): Promise<void> {
  await tx
    .insertInto('recall_contacts')
    .values({
      pharmacy_id: shop.id,
      id: idOf(shop.id, 'recall contact'),
      recall_id: idOf(shop.id, 'recall'),
      sale_id: saleId,
      outcome: 'contacted',
      user_id: shop.vendeur.id,
      at,
    })
    .execute()
}
