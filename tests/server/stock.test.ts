import { beforeEach, describe, expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`stock ${count++}`)
  clock.now = new Date('2026-11-15T10:00:00Z')
})

const sell = (index: 0 | 1 | 2, quantity: number) =>
  as(shop.vendeur.token).call(sales.close, {
    body: aSale(shop, { lines: [lineOf(shop, index, quantity)], soldAt: clock.now.toISOString() }),
  })
const stats = (token = shop.titulaire.token) => as(token).call(pharmacyProducts.stats, {})

describe('the movements of a product', () => {
  test('come newest first, with who, what stood before and after, and the sale that caused them', async () => {
    const first = await sell(0, 2)
    clock.now = new Date(clock.now.getTime() + 1000)
    const second = await sell(0, 3)
    const { items, total } = await as(shop.vendeur.token).call(pharmacyProducts.history, {
      params: { id: shop.products[0] },
      query: { timespan: 30 },
    })
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        cause: 'sale',
        quantity: -3,
        before: 98,
        after: 95,
        userName: 'DOSSOU Afi',
        saleId: second.id,
        saleNumber: second.number,
        stockItemId: shop.lots[0],
        lot: 'L1',
      },
      { quantity: -2, before: 100, after: 98, saleId: first.id },
    ])
  })

  test('reach back over the timespan asked for, page by page', async () => {
    await sell(0, 1)
    const history = (query: object) =>
      as(shop.vendeur.token).call(pharmacyProducts.history, { params: { id: shop.products[0] }, query })
    expect((await history({ timespan: 3660 })).total).toBe(2)
    const last = await history({ timespan: 3660, page: 1, size: 1 })
    expect(last).toMatchObject({
      items: [{ cause: 'initial', userName: null, saleNumber: null, before: 0, after: 100 }],
      total: 2,
    })
  })
})

describe('the state of the stock', () => {
  test('is worth its purchase prices, for who may see them; what is below zero counts as such', async () => {
    await sell(2, 101)
    expect(await stats()).toMatchObject({ products: 3, stockValue: 299 * 600 })
    const blind = await openShop(`stock blind ${count}`)
    await database.write(blind.id, (tx) =>
      tx
        .updateTable('roles')
        .set({ permissions: ['report.see'] })
        .where('name', '=', 'titulaire')
        .execute(),
    )
    expect((await stats(blind.titulaire.token)).stockValue).toBeNull()
  })

  test('says what expires in this month and the five after it, at sale price, and what has expired', async () => {
    const expire = (lot: string, expires_on: string) =>
      database.write(shop.id, (tx) => tx.updateTable('stock_items').set({ expires_on }).where('id', '=', lot).execute())
    await expire(shop.lots[0], '2026-11-15')
    await expire(shop.lots[1], '2027-02-28')
    await expire(shop.lots[2], '2027-05-01')
    const { expiring, expired } = await stats()
    expect(expiring).toEqual([
      { month: '2026-11', value: 100_000, lots: 1 },
      { month: '2026-12', value: 0, lots: 0 },
      { month: '2027-01', value: 0, lots: 0 },
      { month: '2027-02', value: 150_000, lots: 1 },
      { month: '2027-03', value: 0, lots: 0 },
      { month: '2027-04', value: 0, lots: 0 },
    ])
    expect(expired).toEqual({ value: 150_000, lots: 1 })
    await expire(shop.lots[0], '2026-11-14')
    expect((await stats()).expired).toEqual({ value: 250_000, lots: 2 })
  })

  test('names what sells and is gone, best sold first, since the day the last box went', async () => {
    clock.now = new Date('2026-10-20T10:00:00Z')
    await sell(2, 60)
    clock.now = new Date('2026-11-01T10:00:00Z')
    await sell(2, 40)
    // 00:30 of the 12th in Cotonou
    clock.now = new Date('2026-11-11T23:30:00Z')
    await sell(0, 105)
    clock.now = new Date('2026-11-14T10:00:00Z')
    await sell(2, 1)
    await sell(1, 5)
    clock.now = new Date('2026-11-15T10:00:00Z')
    const { shortages, shortageCount } = await stats()
    expect(shortageCount).toBe(2)
    expect(shortages).toEqual([
      { id: shop.products[0], label: 'Doliprane 1 g', sold30Days: 105, since: '2026-11-12' },
      { id: shop.products[2], label: 'Éfferalgan 500 mg', sold30Days: 101, since: '2026-11-01' },
    ])
  })

  test('of what is missing counts what was kept: what came back broken was not sold', async () => {
    const back = async (index: 0 | 2, sold: number, quantity: number) => {
      const sale = await sell(index, sold)
      await as(shop.pharmacien.token).call(sales.giveBack, {
        params: { id: sale.id },
        body: aReturn(shop, sale, [{ line: 0, quantity, toStock: false }]),
      })
    }
    await back(2, 103, 3)
    await back(0, 105, 105)
    expect((await stats()).shortages).toMatchObject([{ id: shop.products[2], sold30Days: 100 }])
  })

  test('belongs to who may see reports', async () => {
    await expect(stats(shop.vendeur.token)).rejects.toMatchObject({ message: 'auth:forbidden', status: 403 })
  })
})
