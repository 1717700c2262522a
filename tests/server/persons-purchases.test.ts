import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`purchases ${count++}`)
})

const buy = (soldAt: string, of: Parameters<typeof aSale>[1]) =>
  as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { soldAt, patientId: shop.patientId, ...of }) })
const withPosology = (sale: NewSale, posology: string): NewSale => ({
  ...sale,
  records: sale.records.map((record) => ({ ...record, posology })),
})
const purchases = (id = shop.patientId, token = shop.vendeur.token) =>
  as(token).call(persons.purchases, { params: { id } })
const products = async (id?: string) =>
  (await purchases(id)).map(({ pharmacyProductId, quantity, times }) => [
    shop.products.indexOf(pharmacyProductId),
    quantity,
    times,
  ])

test('each product once, as it was last bought, newest first', async () => {
  await buy('2026-01-05T10:00:00.000Z', { lines: [lineOf(shop, 0, 3), lineOf(shop, 1)] })
  await buy('2026-02-05T10:00:00.000Z', {
    lines: [lineOf(shop, 2)],
    vouchers: [{ id: randomUUID(), label: 'Livraison', quantity: 1, price: 500 }],
  })
  const last = await as(shop.vendeur.token).call(sales.close, {
    body: withPosology(
      aSale(shop, { soldAt: '2026-03-05T10:00:00.000Z', patientId: shop.patientId, lines: [lineOf(shop, 0, 2)] }),
      '1 matin et soir',
    ),
  })

  expect(await products()).toEqual([
    [0, 2, 2],
    [2, 1, 1],
    [1, 1, 1],
  ])
  expect((await purchases())[0]).toEqual({
    pharmacyProductId: shop.products[0],
    label: 'Doliprane 1 g',
    quantity: 2,
    price: 1000,
    soldAt: '2026-03-05T10:00:00.000Z',
    saleId: last.id,
    saleNumber: last.number,
    posology: '1 matin et soir',
    times: 2,
  })
})

test('boxes of one product in two lines are one purchase', async () => {
  await buy('2026-01-05T10:00:00.000Z', { lines: [lineOf(shop, 0), lineOf(shop, 0, 2)] })
  expect(await products()).toEqual([[0, 3, 1]])
})

test('what came back whole, or was canceled, was not bought; of what came back in part, the rest', async () => {
  await buy('2026-01-05T10:00:00.000Z', { lines: [lineOf(shop, 0, 5)] })
  const sale = await buy('2026-02-05T10:00:00.000Z', { lines: [lineOf(shop, 0), lineOf(shop, 1, 3)] })
  await as(shop.pharmacien.token).call(sales.giveBack, {
    params: { id: sale.id },
    body: aReturn(shop, sale, [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1, toStock: false },
    ]),
  })
  const canceled = await buy('2026-03-05T10:00:00.000Z', { lines: [lineOf(shop, 2)] })
  await database.write(shop.id, (tx) =>
    tx.updateTable('sales').set({ status: 'CANCELED' }).where('id', '=', canceled.id).execute(),
  )
  expect(await products()).toEqual([
    [1, 2, 1],
    [0, 5, 1],
  ])
})

test('with what was sold to who turned out to be him', async () => {
  await buy('2026-01-05T10:00:00.000Z', { lines: [lineOf(shop, 0)] })
  await buy('2026-02-05T10:00:00.000Z', { lines: [lineOf(shop, 0, 2)], patientId: shop.debtorId })
  expect(await products(shop.debtorId)).toEqual([[0, 2, 1]])
  await database.write(shop.id, (tx) =>
    tx
      .updateTable('persons')
      .set({ merged_into: shop.debtorId, archived: true })
      .where('id', '=', shop.patientId)
      .execute(),
  )
  expect(await products(shop.debtorId)).toEqual([[0, 2, 2]])
})

test('at most 50, and nothing for who bought nothing', async () => {
  expect(await purchases()).toEqual([])
  await database.platform(async (tx) => {
    for (let place = 0; place < 55; place++) {
      const [product, lot] = [randomUUID(), randomUUID()]
      await tx
        .insertInto('pharmacy_products')
        .values({ pharmacy_id: shop.id, id: product, private_label: `Produit ${place}` })
        .execute()
      const { packaging_id } = await tx
        .selectFrom('stock_items')
        .select('packaging_id')
        .where('id', '=', shop.lots[0])
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('stock_items')
        .values({
          pharmacy_id: shop.id,
          id: lot,
          pharmacy_product_id: product,
          packaging_id,
          quantity: 0,
          purchase_price: 1,
          sale_price: 100,
        })
        .execute()
    }
  })
  const lots = await database.read(shop.id, (tx) =>
    tx.selectFrom('stock_items').select('id').where('sale_price', '=', 100).execute(),
  )
  await buy('2026-01-05T10:00:00.000Z', { lines: lots.map(({ id }) => ({ lot: id, price: 100 })) })
  expect(await purchases()).toHaveLength(50)
})

test('of somebody of another pharmacy are nobody’s', async () => {
  const other = await openShop(`purchases of others ${count}`)
  await expect(purchases(shop.patientId, other.vendeur.token)).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})
