import type { Tx } from '#server/db/database.ts'
import { aParkedContent } from '#tests/server/support/parking.ts'
import { tinyJpeg } from '#tests/server/support/tiny-jpeg.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/**
 * Adds the rows around a sale: sale 2 has two boxes, one of them returned, with a prescription and the photo of its
 * voucher.
 */
export async function aFullCounter(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  const [sale_id, return_id, register_id, user_id] = [
    own('returned sale'),
    own('return'),
    own('past register'),
    shop.vendeur.id,
  ]
  await tx
    .insertInto('sales')
    .values({
      pharmacy_id,
      id: sale_id,
      number: 2,
      identifier: 'C1-2',
      terminal_id: shop.terminal.id,
      session_id: shop.vendeur.sessionId,
      seller_id: user_id,
      seller_roles: ['vendeur'],
      register_id,
      patient_id: shop.patientId,
      total: 3000,
      rounding: 0,
      units: 2,
      sold_at: at,
      received_at: at,
      prescription: JSON.stringify({
        prescriber: 'Dr Kpadé',
        prescriberAddress: 'CNHU',
        prescribedOn: '2026-01-31',
        patientName: 'ZINSOU Aurèle',
        patientAddress: null,
      }),
    })
    .execute()
  const record = {
    pharmacy_id,
    sale_id,
    id: own('returned record'),
    position: 0,
    stock_item_id: shop.lots[1],
    label: 'Amoxicilline Biogaran 500 mg',
    quantity: 2,
    price: 1500,
    purchase_price: 600,
  }
  await tx.insertInto('sale_records').values(record).execute()
  await tx
    .insertInto('sale_payments')
    .values({
      pharmacy_id,
      sale_id,
      id: own('returned payment'),
      position: 0,
      type: 'CASH',
      amount: 3000,
      data: JSON.stringify({ tendered: 3000 }),
    })
    .execute()
  await tx
    .insertInto('stock_movements')
    .values([
      {
        pharmacy_id,
        id: own('sold'),
        stock_item_id: shop.lots[1],
        cause: 'sale',
        quantity: -2,
        before: 100,
        after: 98,
        user_id,
        at,
        sale_id,
      },
      {
        pharmacy_id,
        id: own('brought back'),
        stock_item_id: shop.lots[1],
        cause: 'return',
        quantity: 1,
        before: 98,
        after: 99,
        user_id,
        at,
        sale_id,
      },
    ])
    .execute()
  await tx
    .updateTable('stock_items')
    .set({ quantity: 99 })
    .where('pharmacy_id', '=', pharmacy_id)
    .where('id', '=', shop.lots[1])
    .execute()
  await tx
    .insertInto('register_movements')
    .values([
      {
        pharmacy_id,
        id: own('paid'),
        register_id,
        kind: 'sale',
        type: 'CASH',
        amount: 3000,
        at,
        occurred_at: at,
        user_id,
        sale_id,
      },
      {
        pharmacy_id,
        id: own('refunded'),
        register_id,
        kind: 'refund',
        type: 'CASH',
        amount: -1500,
        at,
        occurred_at: at,
        user_id,
        sale_id,
      },
    ])
    .execute()
  await tx
    .insertInto('sale_events')
    .values({
      pharmacy_id,
      id: own('event'),
      sale_id,
      kind: 'date',
      user_id,
      at,
      details: JSON.stringify({ from: at.toISOString(), to: at.toISOString() }),
    })
    .execute()
  await tx
    .insertInto('sale_returns')
    .values({
      pharmacy_id,
      id: return_id,
      sale_id,
      number: 1,
      register_id,
      user_id,
      reason: 'Erreur',
      total: 1500,
      returned_at: at,
      received_at: at,
    })
    .execute()
  await tx
    .insertInto('sale_return_lines')
    .values({ pharmacy_id, return_id, line_id: record.id, quantity: 1, amount: 1500, to_stock: true })
    .execute()
  await tx
    .insertInto('sale_refunds')
    .values({ pharmacy_id, return_id, payment_id: own('returned payment'), sale_id, type: 'CASH', amount: 1500 })
    .execute()
  await tx
    .insertInto('sale_photos')
    .values({
      pharmacy_id,
      id: own('photo'),
      sale_id,
      payment_id: own('returned payment'),
      mime: 'image/jpeg',
      bytes: tinyJpeg,
      user_id,
      taken_at: at,
      received_at: at,
    })
    .execute()
  const entry = {
    pharmacy_id,
    sale_id,
    line_id: record.id,
    entered_at: at,
    dispensed_on: '2026-02-01',
    list: 'list-1' as const,
    label: record.label,
    lot: 'L1',
    dispensed_by: user_id,
    prescriber: 'Dr Kpadé',
    patient_name: 'ZINSOU Aurèle',
  }
  await tx
    .insertInto('prescription_entries')
    .values([
      { ...entry, number: 1, quantity: 2 },
      { ...entry, number: 2, quantity: -1 },
    ])
    .execute()
  await tx
    .insertInto('prescription_amendments')
    .values({
      pharmacy_id,
      entry_number: 1,
      step: 1,
      amended_at: at,
      user_id,
      prescriber: 'Dr Kpadé',
      patient_name: 'ZINSOU Aurèle',
      former: JSON.stringify({
        prescriber: 'Dr Kpadé',
        prescriberAddress: null,
        prescribedOn: null,
        patientName: 'ZINSOU Aurèle',
        patientAddress: null,
      }),
    })
    .execute()
  await tx
    .insertInto('missed_sales')
    .values({
      pharmacy_id,
      id: own('missed sale'),
      pharmacy_product_id: shop.products[2],
      label: 'Éfferalgan 500 mg',
      quantity: 1,
      price: 2003,
      reason: 'absent',
      user_id,
      terminal_id: shop.terminal.id,
      missed_at: at,
      received_at: at,
    })
    .execute()
  await tx
    .insertInto('dues')
    .values({
      pharmacy_id,
      id: own('due'),
      sale_id,
      sale_record_id: record.id,
      quantity: 1,
      owed: 1,
      name: 'ZINSOU Aurèle',
      phone: '+2290196123456',
      created_by: user_id,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('exports')
    .values({
      pharmacy_id,
      id: own('export'),
      user_id,
      terminal_id: shop.terminal.id,
      list: 'Clients',
      filters: '',
      format: 'csv',
      row_count: 5169,
      exported_at: at,
      received_at: at,
    })
    .execute()
  await tx
    .insertInto('parked_sales')
    .values({
      pharmacy_id,
      id: own('parked sale'),
      identifier: 'C1-3',
      content: JSON.stringify(aParkedContent(shop, { identifier: 'C1-3' })),
      patient_id: shop.patientId,
      parked_by: user_id,
      parked_at: at,
      terminal_id: shop.terminal.id,
    })
    .execute()
  const preparation = {
    userId: user_id,
    name: 'Dossou Afi',
    at: '2026-03-02T10:00:00.000Z',
    sessionId: null,
    rights: { maySellExpired: false, mayDiscount: false, discountLimit: null },
  }
  await tx
    .insertInto('parked_sales')
    .values({
      pharmacy_id,
      id: own('prepared sale'),
      identifier: 'C1-4',
      content: JSON.stringify(aParkedContent(shop, { identifier: 'C1-4', patient: null, preparation })),
      parked_by: user_id,
      parked_at: at,
      terminal_id: shop.terminal.id,
    })
    .execute()
}
