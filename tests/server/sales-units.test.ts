import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot, type TestLot } from '#tests/server/support/lots.ts'
import { aSale, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const { as, database, openShop, rowCounts } = await testApp()
let shop: Shop
let box: TestLot
let count = 0

beforeEach(async () => {
  shop = await openShop(`units ${count++}`)
  // 1000 / 30 = 33.3: 35 F in coins of 5
  box = await aLot(database, shop, {
    units: 30,
    price: 1000,
    cost: 610,
    quantity: 4,
    form: 'comprimé pelliculé sécable',
  })
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const close = (body: NewSale) => as(shop.terminal.token).call(sales.close, { body })

type Units = { quantity: number; boxes?: number; of?: string; item?: string; price?: number }
function bySeveral(lines: Units[], wanted: Parameters<typeof aSale>[1] = {}): NewSale {
  const sale = aSale(shop, {
    lines: lines.map(({ quantity, of = box.id, item = unitItemIdOf(of), price = 35 }) => ({
      lot: item,
      price,
      quantity,
    })),
    ...wanted,
  })
  return {
    ...sale,
    records: sale.records.map((record, index) => ({
      ...record,
      ...(lines[index]!.boxes
        ? { opens: { stockItemId: lines[index]!.of ?? box.id, boxes: lines[index]!.boxes } }
        : {}),
    })),
  }
}
const itemOf = (id: string) =>
  database.read(shop.id, (tx) =>
    tx
      .selectFrom('stock_items as i')
      .innerJoin('packagings as k', 'k.id', 'i.packaging_id')
      .select([
        'i.quantity',
        'i.lot',
        'i.expires_on',
        'i.sale_price',
        'i.purchase_price',
        'i.pharmacy_product_id',
        'k.label',
        'k.units',
      ])
      .where('i.id', '=', id)
      .executeTakeFirst(),
  )

describe('units out of an opened box', () => {
  test('stand beside it as a lot of their own, and what is sold leaves it', async () => {
    const sale = bySeveral([{ quantity: 3, boxes: 1 }])
    expect(await close(sale)).toMatchObject({
      total: 105,
      flags: [],
      records: [{ opens: { stockItemId: box.id, boxes: 1 } }],
    })
    expect(await itemOf(unitItemIdOf(box.id))).toEqual({
      quantity: 27,
      lot: 'L7',
      expires_on: '2099-06-30',
      sale_price: 35,
      purchase_price: 20,
      pharmacy_product_id: box.productId,
      label: 'comprimé',
      units: 1,
    })
    expect(await quantityOf(database, shop, box.id)).toBe(3)
    const movements = await database.read(shop.id, (tx) =>
      tx
        .selectFrom('stock_movements')
        .select(['stock_item_id', 'cause', 'quantity', 'before', 'after'])
        .where('sale_id', '=', sale.id)
        .orderBy('quantity')
        .execute(),
    )
    expect(movements).toEqual([
      { stock_item_id: unitItemIdOf(box.id), cause: 'sale', quantity: -3, before: 30, after: 27 },
      { stock_item_id: box.id, cause: 'unpack', quantity: -1, before: 4, after: 3 },
      { stock_item_id: unitItemIdOf(box.id), cause: 'unpack', quantity: 30, before: 0, after: 30 },
    ])
    // the next ones need no box, at the price that the units have
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ sale_price: 40 }).where('id', '=', unitItemIdOf(box.id)).execute(),
    )
    expect(await close(bySeveral([{ quantity: 2, price: 40 }]))).toMatchObject({ flags: [] })
    expect(await close(bySeveral([{ quantity: 26, boxes: 1, price: 40 }]))).toMatchObject({ flags: [] })
    expect(await itemOf(unitItemIdOf(box.id))).toMatchObject({ quantity: 29, sale_price: 40 })
  })

  test('of two lines of one sale add up, beside boxes of the same lot', async () => {
    const sale = bySeveral([
      { quantity: 20, boxes: 1 },
      { quantity: 20, boxes: 1 },
      { quantity: 1, item: box.id, price: 1000 },
    ])
    await close(sale)
    expect([await quantityOf(database, shop, box.id), await quantityOf(database, shop, unitItemIdOf(box.id))]).toEqual([
      1, 20,
    ])
  })

  test('are priced and sold below zero like everything else, and flagged', async () => {
    expect(await close(bySeveral([{ quantity: 40, boxes: 1 }]))).toMatchObject({ flags: ['stock:negative'] })
    expect(await close(bySeveral([{ quantity: 3, boxes: 9 }]))).toMatchObject({ flags: ['stock:negative'] })
    await expect(close(bySeveral([{ quantity: 3, price: 30 }]))).rejects.toMatchObject({ message: 'auth:forbidden' })
  })

  test('may have the price that follows from an older price of their box: the list may be older', async () => {
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ sale_price: 2_000 }).where('id', '=', box.id).execute(),
    )
    expect(await close(bySeveral([{ quantity: 3, boxes: 1, price: 70 }]))).toMatchObject({ flags: [] })
    expect(await close(bySeveral([{ quantity: 3, boxes: 1, price: 35 }]))).toMatchObject({ flags: ['price:changed'] })
    await expect(close(bySeveral([{ quantity: 3, boxes: 1, price: 30 }]))).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })

  test('are « unité » of what is not counted by its form', async () => {
    const syrup = await aLot(database, shop, { units: 5, form: 'sirop' })
    await close(bySeveral([{ quantity: 1, boxes: 1, of: syrup.id, price: 200 }]))
    expect(await itemOf(unitItemIdOf(syrup.id))).toMatchObject({ label: 'unité', units: 1 })
  })

  test('are named as the counter names them, wherever the form says the word', async () => {
    const powder = await aLot(database, shop, { units: 5, form: 'poudre orale en sachet' })
    await close(bySeveral([{ quantity: 1, boxes: 1, of: powder.id, price: 200 }]))
    expect(await itemOf(unitItemIdOf(powder.id))).toMatchObject({ label: 'sachet', units: 1 })
  })

  test('come back as units when the sale is canceled; the box stays open', async () => {
    const sale = bySeveral([{ quantity: 3, boxes: 1 }])
    await close(sale)
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    expect([await quantityOf(database, shop, box.id), await quantityOf(database, shop, unitItemIdOf(box.id))]).toEqual([
      3, 30,
    ])
  })

  test('of a version that opens none are those of the version before', async () => {
    const sale = bySeveral([{ quantity: 3, boxes: 1 }])
    await close(sale)
    await close(bySeveral([{ quantity: 5 }], { seller: shop.pharmacien, replaces: sale.id }))
    expect([await quantityOf(database, shop, box.id), await quantityOf(database, shop, unitItemIdOf(box.id))]).toEqual([
      3, 25,
    ])
    expect(aVersionOf(shop, sale).replaces).toBe(sale.id)
  })

  test('of one lot opened at two tills at once are one lot', async () => {
    const answers = await Promise.all([
      close(bySeveral([{ quantity: 1, boxes: 1 }])),
      close(bySeveral([{ quantity: 1, boxes: 1 }])),
    ])
    expect(answers.map(({ flags }) => flags)).toEqual([[], []])
    expect([await quantityOf(database, shop, box.id), await quantityOf(database, shop, unitItemIdOf(box.id))]).toEqual([
      2, 58,
    ])
  })
})

describe('is refused, and no box is opened:', () => {
  const refusal = async (sale: NewSale): Promise<unknown> => {
    const before = await rowCounts()
    const answer = await close(sale).then(
      () => 'accepted',
      (error: unknown) => error,
    )
    expect({ ...(await rowCounts()), inbox: 0 }).toEqual({ ...before, inbox: 0 })
    return answer
  }

  test('units that nobody has and no box is opened for', async () => {
    expect(await refusal(bySeveral([{ quantity: 3 }]))).toMatchObject({
      message: 'sales:unknownStockItem',
      status: 422,
    })
  })

  test.each<[string, () => Promise<Units> | Units, string]>([
    [
      'a box that nobody knows',
      () => ({ quantity: 1, boxes: 1, of: randomUUID() }),
      'body.records.0.opens.stockItemId',
    ],
    [
      'a lot that is sold by one',
      async () => ({ quantity: 1, boxes: 1, of: (await aLot(database, shop)).id }),
      'body.records.0.opens.stockItemId',
    ],
    [
      'a box opened for another one’s units',
      async () => ({ quantity: 1, boxes: 1, item: (await aLot(database, shop, { units: 2 })).id }),
      'body.records.0.stockItemId',
    ],
    [
      'a box of another pharmacy',
      async () => ({
        quantity: 1,
        boxes: 1,
        of: (await aLot(database, await openShop(`units elsewhere ${count}`), { units: 3 })).id,
      }),
      'body.records.0.opens.stockItemId',
    ],
  ])('%s', async (_, line, path) => {
    expect(await refusal(bySeveral([await line()]))).toMatchObject({
      message: 'requests:invalid',
      status: 400,
      details: { issues: [{ path }] },
    })
  })

  test('units that are of another product', async () => {
    const [pharmacy_id, id] = [shop.id, unitItemIdOf(box.id)]
    await database.write(shop.id, async (tx) => {
      const { packaging_id } = await tx
        .selectFrom('stock_items')
        .select('packaging_id')
        .where('id', '=', shop.lots[0])
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('stock_items')
        .values({
          pharmacy_id,
          id,
          pharmacy_product_id: shop.products[0],
          packaging_id,
          purchase_price: 1,
          sale_price: 35,
        })
        .execute()
    })
    expect(await refusal(bySeveral([{ quantity: 1, boxes: 1 }]))).toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.records.0.stockItemId' }] },
    })
  })

  test('a box of a lot that is archived, or expired for who may not sell it', async () => {
    const gone = await aLot(database, shop, { units: 10, quantity: 0 })
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ archived: true }).where('id', '=', gone.id).execute(),
    )
    expect(await refusal(bySeveral([{ quantity: 1, boxes: 1, of: gone.id, price: 100 }]))).toMatchObject({
      message: 'sales:cannotSaleArchivedStockItem',
    })
    const old = await aLot(database, shop, { units: 10, expiresOn: '2020-01-31' })
    expect(await refusal(bySeveral([{ quantity: 1, boxes: 1, of: old.id, price: 100 }]))).toMatchObject({
      message: 'sales:expiredStockItem',
      details: { items: [{ expiresOn: '2020-01-31' }] },
    })
  })

  test('half a box', async () => {
    expect(await refusal(bySeveral([{ quantity: 3, boxes: 0.5 }]))).toMatchObject({
      message: 'requests:invalid',
      status: 400,
    })
  })
})
