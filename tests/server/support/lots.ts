import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

type Wanted = {
  list?: 'none' | 'list-1' | 'list-2' | 'narcotic'
  units?: number
  price?: number
  cost?: number
  quantity?: number
  form?: string
  lot?: string
  expiresOn?: string
  supplierId?: string
  /** The same name has the same ids in every database. */ name?: string
}
export type TestLot = { id: string; productId: string }

/** A lot of a medicine of the referential that no other test uses: boxes of some units, of a prescription list. */
export async function aLot(
  database: Database,
  shop: Shop,
  {
    list = 'none',
    units = 1,
    price = 1000,
    cost = 600,
    quantity = 10,
    form,
    lot = 'L7',
    expiresOn = '2099-06-30',
    supplierId,
    name = randomUUID(),
  }: Wanted = {},
): Promise<TestLot> {
  const own = (part: string): string => idOf(shop.id, name, part)
  // version 4, as terminals and the back-office create them: the id of the lot's units differs only in that digit
  const id = own('lot').replace(/^(.{14})8/, '$14')
  const [productId, medicineId, packagingId] = [own('product'), own('medicine'), own('packaging')]
  const formId = form ? idOf('form', form) : null
  await database.platform(async (tx) => {
    if (formId && form)
      await tx
        .insertInto('forms')
        .values({ id: formId, label: form })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await tx
      .insertInto('products')
      .values({ id: medicineId, label: 'Morphine 10 mg', prescription_list: list, source: 'tests', form_id: formId })
      .execute()
    await tx
      .insertInto('packagings')
      .values({ id: packagingId, label: `Boîte ${packagingId}`, units })
      .execute()
    await tx
      .insertInto('pharmacy_products')
      .values({ pharmacy_id: shop.id, id: productId, product_id: medicineId, rev: 1 })
      .execute()
    await tx
      .insertInto('stock_items')
      .values({
        pharmacy_id: shop.id,
        id,
        pharmacy_product_id: productId,
        packaging_id: packagingId,
        lot,
        expires_on: expiresOn,
        supplier_id: supplierId ?? null,
        quantity,
        purchase_price: cost,
        sale_price: price,
      })
      .execute()
    if (quantity === 0) return
    await tx
      .insertInto('stock_movements')
      .values({
        pharmacy_id: shop.id,
        id: randomUUID(),
        stock_item_id: id,
        cause: 'initial',
        quantity,
        before: 0,
        after: quantity,
        at: new Date('2026-01-01T08:00:00Z'),
      })
      .execute()
  })
  return { id, productId }
}
