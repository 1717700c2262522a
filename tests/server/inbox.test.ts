import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { contentHash } from '#server/inbox/content-hash.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash, lineOf, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`inbox ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const send = (sale: NewSale, token = shop.vendeur.token) => as(token).call(sales.close, { body: sale })
const underpaid = (): NewSale => aSale(shop, { payments: [cash(500)] })
const payInFull = (sale: NewSale, revision: number): NewSale => ({ ...sale, revision, payments: [cash(1000)] })

describe('a sale sent again', () => {
  test('after a lost answer gets the same answer, byte for byte, and nothing moves twice', async () => {
    const sale = aSale(shop)
    const post = () =>
      app.inject({
        method: 'POST',
        url: '/api/sales',
        headers: { authorization: `Bearer ${shop.vendeur.token}` },
        payload: sale,
      })
    const first = await post()
    clock.now = new Date(clock.now.getTime() + 60_000)
    const second = await post()
    expect([second.statusCode, second.body]).toEqual([201, first.body])
    expect([await salesCount(database, shop), await quantityOf(database, shop, shop.lots[0])]).toEqual([1, 99])
  })

  test('by the terminal after the member, or with its fields in another order, is the same sale', async () => {
    const sale = aSale(shop)
    const answer = await send(sale)
    const reordered = Object.fromEntries(Object.entries(sale).toReversed()) as NewSale
    expect(await send(reordered, shop.terminal.token)).toEqual(answer)
  })

  test('with other content is refused, and what stands stays', async () => {
    const sale = aSale(shop)
    const answer = await send(sale)
    const other = { ...sale, records: [{ ...sale.records[0]!, quantity: 2 }], payments: [cash(2000)], total: 2000 }
    await expect(send(other)).rejects.toMatchObject({ message: 'sales:payloadMismatch', status: 409 })
    await expect(send({ ...other, revision: 2 })).rejects.toMatchObject({
      message: 'sales:payloadMismatch',
      status: 409,
    })
    expect(await as(shop.vendeur.token).call(sales.read, { params: { id: sale.id } })).toEqual(answer)
    expect(await salesCount(database, shop)).toBe(1)
  })

  test('under a higher revision after it was accepted gets its answer', async () => {
    const sale = aSale(shop)
    const answer = await send(sale)
    expect(await send({ ...sale, revision: 5 })).toEqual(answer)
  })

  test('is two sales in two pharmacies', async () => {
    const other = await openShop(`inbox other ${count}`)
    const id = randomUUID()
    await send(aSale(shop, { id }))
    expect(await send(aSale(other, { id }), other.vendeur.token)).toMatchObject({ id, number: 1 })
    await expect(
      as(other.vendeur.token).call(sales.read, { params: { id: (await send(aSale(shop))).id } }),
    ).rejects.toMatchObject({ message: 'requests:notFound' })
  })
})

describe('a refused sale', () => {
  test('keeps its answer for the same attempt, even when the reason is gone', async () => {
    const sale = aSale(shop, { lines: [{ lot: shop.archivedLot, price: 1000 }] })
    const refused = {
      message: 'sales:cannotSaleArchivedStockItem',
      details: { items: [{ stockItemId: shop.archivedLot }] },
    }
    await expect(send(sale)).rejects.toMatchObject(refused)
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ archived: false }).where('id', '=', shop.archivedLot).execute(),
    )
    await expect(send(sale)).rejects.toMatchObject(refused)
    expect(await send({ ...sale, revision: 2 })).toMatchObject({ number: 1 })
  })

  test('is resumed under a higher revision and takes no number for the attempts before', async () => {
    const sale = underpaid()
    await expect(send(sale)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithNotEnoughPaid' })
    expect(await send(payInFull(sale, 2))).toMatchObject({ revision: 2, number: 1 })
    expect(await send(aSale(shop))).toMatchObject({ number: 2 })
  })

  test('does not take other content under the same revision', async () => {
    const sale = underpaid()
    await expect(send(sale)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithNotEnoughPaid' })
    await expect(send(payInFull(sale, 1))).rejects.toMatchObject({ message: 'sales:payloadMismatch', status: 409 })
    expect(await salesCount(database, shop)).toBe(0)
  })

  test('gives its old answer to an old attempt that arrives late', async () => {
    const sale = underpaid()
    await expect(send(sale)).rejects.toMatchObject({ message: 'sales:cannotCloseSaleWithNotEnoughPaid' })
    await send(payInFull(sale, 2))
    await expect(send(sale)).rejects.toMatchObject({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
      details: { remainder: 500 },
    })
  })

  test('supersedes an older attempt that never came', async () => {
    const sale = underpaid()
    await expect(send({ ...sale, revision: 3 })).rejects.toMatchObject({
      message: 'sales:cannotCloseSaleWithNotEnoughPaid',
    })
    await expect(send(payInFull(sale, 2))).rejects.toMatchObject({
      message: 'sales:supersededRevision',
      status: 409,
      details: { revision: 2, latest: 3 },
    })
    expect(await salesCount(database, shop)).toBe(0)
  })
})

describe('what counts as the same content', () => {
  test('neither the revision nor the order of fields', () => {
    const sale = aSale(shop)
    expect(contentHash({ ...sale, revision: 9 })).toBe(
      contentHash(Object.fromEntries(Object.entries(sale).toReversed()) as NewSale),
    )
  })

  test('every line, every amount and their order', () => {
    const sale = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] })
    const others = [
      { ...sale, records: sale.records.toReversed() },
      { ...sale, total: sale.total + 1 },
      { ...sale, patientId: shop.patientId },
      { ...sale, payments: sale.payments.map((payment) => ({ ...payment, tendered: 9_000 })) },
    ]
    expect(new Set([sale, ...others].map(contentHash)).size).toBe(others.length + 1)
  })
})
