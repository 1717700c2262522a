import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { sales } from '#shared/contract/sales.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { aLotBlock, anAdjustment, anUnpacking } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`stock acts ${count++}`)
  clock.now = new Date('2026-11-15T10:00:00Z')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const unpack = (body: ReturnType<typeof anUnpacking>, token = shop.terminal.token) =>
  as(token).call(stockActs.unpack, { body })
const adjust = (body: ReturnType<typeof anAdjustment>, token = shop.terminal.token) =>
  as(token).call(stockActs.adjust, { body })
const block = (body: ReturnType<typeof aLotBlock>, token = shop.pharmacien.token) =>
  as(token).call(stockActs.block, { body })
const product = (id: string) => as(shop.pharmacien.token).call(pharmacyProducts.read, { params: { id } })
const history = async (id: string) =>
  (await as(shop.pharmacien.token).call(pharmacyProducts.history, { params: { id }, query: {} })).items

describe('unpacking', () => {
  test('a box of 30 becomes 30 tablets of the same lot, expiry and cost, at a price in whole coins', async () => {
    const lot = await aLot(database, shop, {
      units: 30,
      price: 2500,
      cost: 1800,
      quantity: 4,
      form: 'comprimé pelliculé',
    })
    await unpack(anUnpacking(shop, { stockItemId: lot.id, boxes: 1 }))
    const { stockItems } = await product(lot.productId)
    expect(stockItems).toMatchObject([
      { id: lot.id, units: 30, quantity: 3 },
      { id: unitItemIdOf(lot.id), packaging: 'comprimé', units: 1, quantity: 30, salePrice: 85, purchasePrice: 60 },
    ])
    expect(new Set(stockItems.map((item) => `${item.lot} ${item.expiresOn}`)).size).toBe(1)
    expect((await history(lot.productId)).map(({ cause, quantity, userName }) => [cause, quantity, userName])).toEqual(
      expect.arrayContaining([
        ['unpack', -1, 'AGBO Kossi'],
        ['unpack', 30, 'AGBO Kossi'],
      ]),
    )
  })

  test('sent again moves nothing again; with another content it is refused', async () => {
    const lot = await aLot(database, shop, { units: 10, quantity: 4 })
    const act = anUnpacking(shop, { stockItemId: lot.id })
    await unpack(act)
    await unpack(act)
    await expect(unpack({ ...act, boxes: 2 })).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
    expect(await quantityOf(database, shop, lot.id)).toBe(3)
    expect(await quantityOf(database, shop, unitItemIdOf(lot.id))).toBe(10)
  })

  test('opens no box that is not there, none without units, none that is set aside, none of another pharmacy', async () => {
    const lot = await aLot(database, shop, { units: 10, quantity: 1 })
    await expect(unpack(anUnpacking(shop, { stockItemId: lot.id, boxes: 2 }))).rejects.toMatchObject({
      message: 'stocks:beyondStock',
      status: 422,
      details: { asked: 2, quantity: 1 },
    })
    await expect(unpack(anUnpacking(shop))).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.stockItemId' }] },
    })
    const stranger = await openShop(`stock acts stranger ${count}`)
    await expect(unpack(anUnpacking(shop, { stockItemId: stranger.lots[0] }))).rejects.toMatchObject({
      details: { issues: [{ path: 'body.stockItemId', message: 'unknown' }] },
    })
    await block(aLotBlock(shop, { stockItemId: lot.id }))
    await expect(unpack(anUnpacking(shop, { stockItemId: lot.id }))).rejects.toMatchObject({
      message: 'stocks:blockedLot',
      status: 422,
    })
    expect(await history(lot.productId)).toEqual([])
    expect(await quantityOf(database, shop, lot.id)).toBe(1)
  })
})

describe('an adjustment', () => {
  test('moves its difference with its reason and note, and the tills read the product again', async () => {
    const { cursor, epoch } = await as(shop.vendeur.token).call(pharmacyProducts.list, { query: { cursor: '' } })
    await adjust(anAdjustment(shop, { change: -3, reason: 'other', note: 'Don à la Croix-Rouge' }))
    const { items } = await as(shop.vendeur.token).call(pharmacyProducts.list, {
      query: { cursor: cursor!, epoch: epoch! },
    })
    expect(items.map(({ id }) => id)).toEqual([shop.products[0]])
    expect(await history(shop.products[0])).toMatchObject([
      { cause: 'adjustment', quantity: -3, before: 100, after: 97, reason: 'other', note: 'Don à la Croix-Rouge' },
    ])
  })

  test('needs a note for another reason, and is nobody’s without the right', async () => {
    await expect(adjust(anAdjustment(shop, { reason: 'other' }))).rejects.toMatchObject({
      details: { issues: [{ path: 'body.note' }] },
    })
    await expect(adjust(anAdjustment(shop, { seller: shop.vendeur }), shop.vendeur.token)).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'stock.adjust' },
    })
    await expect(adjust(anAdjustment(shop, { change: 0 }))).rejects.toMatchObject({ message: 'requests:invalid' })
    await expect(adjust(anAdjustment(shop, { change: 0.5 }))).rejects.toMatchObject({ message: 'requests:invalid' })
    await expect(adjust(anAdjustment(shop, { change: 1e9 }))).rejects.toMatchObject({ message: 'requests:invalid' })
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(100)
  })

  test('in the name of somebody else moves nothing, and the owner sees who sent it', async () => {
    await expect(adjust(anAdjustment(shop), shop.vendeur.token)).rejects.toMatchObject({
      message: 'auth:unprovenSender',
    })
    const { items } = await as(shop.titulaire.token).call(unprovenParcels.list, { query: {} })
    expect(items).toMatchObject([
      { gesture: 'adjust', amount: null, sellerName: 'AGBO Kossi', sentByName: 'DOSSOU Afi' },
    ])
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(100)
  })
})

describe('a lot in quarantine', () => {
  const sell = (wanted: object = {}) =>
    as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [lineOf(shop, 0)], soldAt: clock.now.toISOString(), ...wanted }),
    })

  test('is sold by nobody until it is released', async () => {
    await block(aLotBlock(shop, { note: 'Boîtes ouvertes' }))
    expect((await product(shop.products[0])).stockItems.find(({ id }) => id === shop.lots[0])!.blocked).toBe(
      'quarantine',
    )
    await expect(sell()).rejects.toMatchObject({
      message: 'sales:blockedStockItem',
      status: 422,
      details: { items: [{ stockItemId: shop.lots[0], lot: 'L1', blocked: 'quarantine' }] },
    })
    await block(aLotBlock(shop, { act: 'release' }))
    expect((await sell()).flags).toEqual([])
  })

  test('sold by a till that did not know, in a sale that comes late, is kept in red', async () => {
    await block(aLotBlock(shop))
    const { flags } = await sell({ soldAt: '2026-11-15T09:00:00.000Z' })
    expect(flags).toEqual(['stock:blocked'])
    expect(await quantityOf(database, shop, shop.lots[0])).toBe(99)
  })

  test('holds its loose units too, also those of a box opened later', async () => {
    const lot = await aLot(database, shop, { units: 10, quantity: 4, price: 1000 })
    await unpack(anUnpacking(shop, { stockItemId: lot.id }))
    await block(aLotBlock(shop, { stockItemId: lot.id }))
    expect((await product(lot.productId)).stockItems.map(({ blocked }) => blocked)).toEqual([
      'quarantine',
      'quarantine',
    ])
    const other = await aLot(database, shop, { units: 10, quantity: 4, price: 1000 })
    await block(aLotBlock(shop, { stockItemId: other.id }))
    const line = { lot: unitItemIdOf(other.id), price: 100, quantity: 3 }
    const opening = (soldAt: string) => {
      const sale = aSale(shop, { lines: [line], soldAt })
      const records = sale.records.map((record) => ({ ...record, opens: { stockItemId: other.id, boxes: 1 } }))
      return as(shop.vendeur.token).call(sales.close, { body: { ...sale, records, id: randomUUID() } })
    }
    await expect(opening(clock.now.toISOString())).rejects.toMatchObject({ message: 'sales:blockedStockItem' })
    expect((await opening('2026-11-15T08:00:00.000Z')).flags).toContain('stock:blocked')
    expect((await product(other.productId)).stockItems.map(({ blocked }) => blocked)).toEqual([
      'quarantine',
      'quarantine',
    ])
  })
})
