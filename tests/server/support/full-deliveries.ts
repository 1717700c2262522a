import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A row of this pharmacy in every table of suppliers, deliveries and returns. */
export async function fullDeliveries(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  const supplier_id = own('delivering supplier')
  const { packaging_id } = await tx
    .selectFrom('stock_items')
    .select('packaging_id')
    .where('id', '=', shop.lots[0])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('wholesalers')
    .values([
      { id: idOf('wholesaler'), country_code: 'BJ', name: 'Ubipharm Bénin' },
      { id: idOf('leaving wholesaler'), country_code: 'BJ', name: 'Grossiste qui part' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('wholesaler_products')
    .values({
      wholesaler_id: idOf('wholesaler'),
      code: '2000017',
      label: 'DOLIPRANE 1G CPR B/8',
      price: '640',
      listed_on: '2026-01-02',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('wholesaler_product_prices')
    .values({
      wholesaler_id: idOf('wholesaler'),
      code: '2000017',
      from_day: '2026-01-02',
      price: '640',
      per: 0,
      free: 0,
      rebate: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('import_runs')
    .values({
      id: idOf('price list'),
      kind: 'price-list',
      subject_id: idOf('leaving wholesaler'),
      imported_by: shop.titulaire.id,
      imported_at: at,
      added: 1,
      changed: 0,
      same: 0,
      gone: 0,
      refused: '[]',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.insertInto('suppliers').values({ pharmacy_id, id: supplier_id, name: 'Ubipharm' }).execute()
  await tx
    .insertInto('supplier_codes')
    .values({ pharmacy_id, supplier_id, code: '2000017', pharmacy_product_id: shop.products[0] })
    .execute()
  await tx
    .insertInto('note_profiles')
    .values({ pharmacy_id, supplier_id, profile: JSON.stringify({ columns: { code: 'Code' }, decimals: 'comma' }) })
    .execute()
  await tx
    .insertInto('delivery_imports')
    .values({
      pharmacy_id,
      id: own('delivery import'),
      supplier_id,
      created_by: shop.titulaire.id,
      // an old file that nobody booked is deleted
      created_at: new Date('2090-01-01T00:00:00Z'),
    })
    .execute()
  await tx
    .insertInto('delivery_imports')
    .values({
      pharmacy_id,
      id: own('opening import'),
      supplier_id: null,
      created_by: shop.titulaire.id,
      created_at: new Date('2090-01-01T00:00:00Z'),
      tables: JSON.stringify([
        {
          name: null,
          headers: ['Désignation', 'Stock', 'PA', 'PV', 'Lot'],
          positions: [0, 1, 2, 3, 4],
          rows: [{ line: 2, cells: ['SERUM PHYSIO 10 ml', '12', '100', '150', 'S1'] }],
        },
      ]),
    })
    .execute()
  await tx
    .insertInto('order_records')
    .values({
      pharmacy_id,
      pharmacy_product_id: shop.products[1],
      quantity: 7,
      supplier_id,
      changed_by: shop.titulaire.id,
      changed_at: at,
    })
    .execute()
  await tx
    .insertInto('order_preparations')
    .values({ pharmacy_id, id: own('order preparation'), closed_by: shop.titulaire.id, closed_at: at })
    .execute()
  await tx
    .insertInto('orders')
    .values([
      {
        pharmacy_id,
        id: own('order'),
        number: 1,
        supplier_id,
        preparation_id: own('order preparation'),
        created_by: shop.titulaire.id,
        created_at: at,
      },
      {
        pharmacy_id,
        id: own('sent order'),
        number: 2,
        supplier_id,
        step: 'sent',
        created_by: shop.titulaire.id,
        created_at: at,
        sent_by: shop.titulaire.id,
        sent_at: at,
      },
    ])
    .execute()
  await tx
    .insertInto('order_lines')
    .values(
      ['order', 'sent order'].map((order) => ({
        pharmacy_id,
        order_id: own(order),
        pharmacy_product_id: shop.products[0],
        position: 0,
        quantity: 12,
        price: 650,
      })),
    )
    .execute()
  await tx
    .insertInto('deliveries')
    .values({
      pharmacy_id,
      id: own('delivery'),
      number: 1,
      supplier_id,
      bl: '88412',
      received_on: '2026-02-01',
      aib_amount: 65,
      state: 'open',
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('delivery_lines')
    .values({
      pharmacy_id,
      id: own('delivery line'),
      delivery_id: own('delivery'),
      position: 0,
      code: '2000017',
      label: 'DOLIPRANE 1G CPR B/8',
      pharmacy_product_id: shop.products[0],
      packaging_id,
      noted: 10,
      received: 10,
      purchase_price: '650',
      note_price: 1000,
      lot: 'L9',
      expires_on: '2028-06-30',
    })
    .execute()
  const sent = { pharmacy_id, supplier_id, sent_by: shop.titulaire.id, sent_at: at }
  await tx
    .insertInto('supplier_returns')
    .values([
      { ...sent, id: own('supplier return'), number: 1 },
      // Credited in part: it can no longer be canceled.
      { ...sent, id: own('credited supplier return'), number: 2 },
    ])
    .execute()
  await tx
    .insertInto('supplier_return_credits')
    .values({
      pharmacy_id,
      id: own('credit of a supplier return'),
      return_id: own('credited supplier return'),
      amount: 100,
      noted_by: shop.titulaire.id,
      noted_at: at,
    })
    .execute()
  const returned = {
    pharmacy_id,
    position: 0,
    stock_item_id: shop.lots[0],
    label: 'Doliprane 1 g',
    packaging: 'Boîte',
    lot: 'L1',
    quantity: 1,
    purchase_price: 600,
    reason: 'damaged' as const,
  }
  await tx
    .insertInto('supplier_return_lines')
    .values([
      { ...returned, return_id: own('supplier return') },
      { ...returned, return_id: own('credited supplier return') },
    ])
    .execute()
  await tx
    .updateTable('pharmacy_counters')
    .set({ delivery_number: 1, supplier_return_number: 2, order_number: 2 })
    .where('pharmacy_id', '=', pharmacy_id)
    .execute()
}
