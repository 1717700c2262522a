import { beforeEach, describe, expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf, whole } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`usage ${count++}`)
  // a Wednesday, 11:30 in Cotonou
  clock.now = new Date('2026-11-18T10:30:00Z')
})

const sell = async (soldAt: string, quantity = 1, index: 0 | 1 | 2 = 0) =>
  (
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { soldAt, lines: [lineOf(shop, index, quantity)] }),
    })
  ).id
const statistics = (day?: string, token = shop.titulaire.token) =>
  as(token).call(usage.turnoverStatistics, { query: day === undefined ? {} : { day } })

describe('the turnover of today', () => {
  test('by the pharmacy’s own hours', async () => {
    await sell('2026-11-18T07:59:00.000Z', 2)
    await sell('2026-11-18T08:00:00.000Z')
    await sell('2026-11-18T08:10:00.000Z')
    const { day, today, hours } = await statistics()
    expect([day, today]).toEqual(['2026-11-18', { turnover: 4000, sales: 3, units: 4 }])
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    expect(hours.filter(({ sales: sold }) => sold > 0)).toEqual([
      { hour: 8, turnover: 2000, sales: 1, usualTurnover: 0 },
      { hour: 9, turnover: 2000, sales: 2, usualTurnover: 0 },
    ])
  })

  test('stands beside the mean of the same weekday, up to this time of day, over the days that had sales', async () => {
    await sell('2026-11-11T09:00:00.000Z', 4)
    await sell('2026-11-11T15:00:00.000Z', 10)
    await sell('2026-11-04T09:30:00.000Z', 2)
    // closed on 28 October; another weekday; and too long ago
    await sell('2026-11-17T09:00:00.000Z', 7)
    await sell('2026-09-16T09:00:00.000Z', 7)
    const { usual, hours, today } = await statistics()
    expect(today).toEqual({ turnover: 0, sales: 0, units: 0 })
    expect(usual).toEqual({ turnover: 3000, sales: 1, units: 3 })
    expect(hours.filter(({ usualTurnover }) => usualTurnover > 0)).toEqual([
      { hour: 10, turnover: 0, sales: 0, usualTurnover: 3000 },
      { hour: 16, turnover: 0, sales: 0, usualTurnover: 5000 },
    ])
  })

  test('leaves cancelled sales out', async () => {
    const id = await sell('2026-11-18T08:00:00.000Z')
    await database.write(shop.id, (tx) =>
      tx.updateTable('sales').set({ status: 'CANCELED' }).where('id', '=', id).execute(),
    )
    expect((await statistics()).today).toEqual({ turnover: 0, sales: 0, units: 0 })
  })

  test('knows its margin, for who may see costs', async () => {
    await sell('2026-11-18T08:00:00.000Z')
    await sell('2026-11-18T08:10:00.000Z', 1, 1)
    expect((await statistics()).margin).toBe(52)
    await database.write(shop.id, (tx) =>
      tx
        .updateTable('roles')
        .set({ permissions: ['report.see'] })
        .where('name', '=', 'pharmacien')
        .execute(),
    )
    expect((await statistics(undefined, shop.pharmacien.token)).margin).toBeNull()
  })
})

describe('what is brought back', () => {
  const giveBack = async (saleId: string, returnedAt: string, quantity: number, toStock = true): Promise<void> => {
    const sale = whole(await as(shop.vendeur.token).call(sales.read, { params: { id: saleId } }))
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: saleId },
      body: aReturn(shop, sale, [{ line: 0, quantity, toStock }], { returnedAt }),
    })
  }

  test('counts below zero in the hour it comes back; the day it was sold keeps its figures', async () => {
    const id = await sell('2026-11-17T08:00:00.000Z', 3)
    await sell('2026-11-18T08:10:00.000Z', 2)
    await giveBack(id, '2026-11-18T09:30:00.000Z', 1)
    const { today, hours } = await statistics()
    expect(today).toEqual({ turnover: 1000, sales: 1, units: 1 })
    expect(
      hours.filter(({ turnover }) => turnover !== 0).map(({ hour, turnover, sales: sold }) => [hour, turnover, sold]),
    ).toEqual([
      [9, 2000, 1],
      [10, -1000, 0],
    ])
    expect((await statistics('2026-11-17')).today).toEqual({ turnover: 3000, sales: 1, units: 3 })
  })

  test('leaves the usual, and a day on which only something came back is no day of sales', async () => {
    const id = await sell('2026-11-10T08:00:00.000Z', 5)
    await sell('2026-11-11T08:00:00.000Z', 3)
    await giveBack(id, '2026-11-11T09:00:00.000Z', 1)
    expect((await statistics()).usual).toEqual({ turnover: 2000, sales: 1, units: 2 })
    const early = await sell('2026-11-03T08:00:00.000Z')
    await giveBack(early, '2026-11-04T09:00:00.000Z', 1)
    // 3000 − 1000 − 1000 over the one day that sold
    expect((await statistics()).usual).toEqual({ turnover: 1000, sales: 1, units: 1 })
  })

  test('takes its cost out of the margin, unless it is broken', async () => {
    const id = await sell('2026-11-18T08:00:00.000Z', 4)
    await giveBack(id, '2026-11-18T09:00:00.000Z', 2)
    expect((await statistics()).margin).toBe(40)
    await giveBack(id, '2026-11-18T09:10:00.000Z', 1, false)
    // 1 box sold at 1,000, 2 that cost 600
    expect((await statistics()).margin).toBe(-20)
  })
})

test('a day of the past is compared whole', async () => {
  await sell('2026-11-11T22:30:00.000Z')
  // 00:30 of the 12th
  await sell('2026-11-11T23:30:00.000Z')
  await sell('2026-11-04T20:00:00.000Z', 5)
  expect(await statistics('2026-11-11')).toMatchObject({
    day: '2026-11-11',
    today: { turnover: 1000, sales: 1 },
    usual: { turnover: 5000, sales: 1, units: 5 },
  })
})

test('a day without sales has no margin and no usual', async () => {
  expect(await statistics('2026-01-01')).toMatchObject({
    today: { turnover: 0 },
    usual: { turnover: 0, sales: 0, units: 0 },
    margin: null,
  })
})

test('another pharmacy counts for nothing', async () => {
  await sell('2026-11-18T08:00:00.000Z')
  const other = await openShop(`usage other ${count}`)
  expect((await statistics(undefined, other.titulaire.token)).today.sales).toBe(0)
})

test.each(['demain', '2026-13-01', '0000-01-01'])('%s is no day', async (day) => {
  await expect(statistics(day)).rejects.toMatchObject({ message: 'requests:invalid', status: 400 })
})
