import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { type NewStorageMove, stockActs } from '#shared/contract/stock-acts.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { aLot, type TestLot } from '#tests/server/support/lots.ts'
import { aMember } from '#tests/server/support/members.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'
import { aStorageMove, anAdjustment } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0
let drawer: string
let fridge: string

beforeEach(async () => {
  clock.now = new Date('2026-11-21T10:00:00Z')
  shop = await openShop(`storage moves ${count++}`)
  drawer = await aStorage('Tiroir A3')
  fridge = await aStorage('Frigo')
})

const asOwner = () => as(shop.titulaire.token)
const aStorage = async (label: string) => (await asOwner().call(pharmacyProductStorages.create, { body: { label } })).id
const move = (of: Partial<NewStorageMove> & { seller?: TestMember }, token = shop.terminal.token) =>
  as(token).call(stockActs.move, {
    body: aStorageMove(shop, { doneAt: clock.now.toISOString(), ...of }),
  })
const movesOf = async (query: object = {}) =>
  (await asOwner().call(pharmacyProductStorages.moves, { query })).items.map((row) => [
    row.label,
    row.lot,
    row.from,
    row.to,
    row.userName,
  ])
const figures = async (query: object = {}, by = shop.titulaire) =>
  (await as(by.token).call(pharmacyProductStorages.figures, { query })).items
const figuresOf = async (id: string) => (await figures()).find((row) => row.id === id)!
const productOf = ({ productId }: TestLot) => asOwner().call(pharmacyProducts.read, { params: { id: productId } })

describe('moving', () => {
  test('a lot goes to a storage, with who, from, to and when; its product stays where it is', async () => {
    const lot = await aLot(database, shop, { lot: 'K7' })
    await move({ stockItemId: lot.id, storageId: drawer })
    clock.now = new Date('2026-11-21T10:05:00Z')
    await move({ stockItemId: lot.id, storageId: fridge })
    expect(await productOf(lot)).toMatchObject({ storage: null, stockItems: [{ storage: 'Frigo' }] })
    expect(await movesOf()).toEqual([
      ['Morphine 10 mg', 'K7', 'Tiroir A3', 'Frigo', 'AGBO Kossi'],
      ['Morphine 10 mg', 'K7', null, 'Tiroir A3', 'AGBO Kossi'],
    ])
    expect((await asOwner().call(pharmacyProductStorages.moves, { query: {} })).items[0]!.at).toBe(
      '2026-11-21T10:05:00.000Z',
    )
    expect(await movesOf({ storageId: drawer })).toHaveLength(2)
    expect(await movesOf({ pharmacyProductId: randomUUID() })).toEqual([])
  })

  test('a product as a whole: its usual place changes, and a lot with its own place stays there', async () => {
    const lot = await aLot(database, shop)
    await move({ stockItemId: lot.id, storageId: fridge })
    await move({ stockItemId: lot.id, storageId: drawer, whole: true })
    expect(await productOf(lot)).toMatchObject({ storage: 'Tiroir A3', stockItems: [{ storage: 'Frigo' }] })
    // back to its product
    await move({ stockItemId: lot.id, storageId: null })
    expect(await productOf(lot)).toMatchObject({ stockItems: [{ storage: null }] })
    expect((await movesOf())[0]).toMatchObject(['Morphine 10 mg', 'L7', 'Frigo', 'Tiroir A3', 'AGBO Kossi'])
  })

  test('to where it already is, and twice the same act: one trace', async () => {
    const lot = await aLot(database, shop)
    const act = aStorageMove(shop, { stockItemId: lot.id, storageId: drawer })
    const send = () => as(shop.terminal.token).call(stockActs.move, { body: act })
    await send()
    await send()
    await move({ stockItemId: lot.id, storageId: drawer })
    expect(await movesOf()).toHaveLength(1)
    await expect(
      as(shop.terminal.token).call(stockActs.move, { body: { ...act, storageId: fridge } }),
    ).rejects.toMatchObject({ message: 'sales:payloadMismatch' })
  })

  test('two moves at once: each trace starts where the other ended', async () => {
    const lot = await aLot(database, shop)
    await Promise.all([
      move({ stockItemId: lot.id, storageId: drawer }),
      move({ stockItemId: lot.id, storageId: fridge }),
    ])
    const moves = (await movesOf()).map(([, , from, to]) => [from, to])
    const first = moves.find(([from]) => from === null)!
    const second = moves.find(([from]) => from !== null)!
    expect(moves).toHaveLength(2)
    expect(second[0]).toBe(first[1])
    expect((await productOf(lot)).stockItems[0]!.storage).toBe(second[1])
  })

  test('a storage of nobody, of another pharmacy or archived is refused', async () => {
    const lot = await aLot(database, shop)
    const other = await openShop(`other ${count}`)
    const { id: foreign } = await as(other.titulaire.token).call(pharmacyProductStorages.create, {
      body: { label: 'Ailleurs' },
    })
    await asOwner().call(pharmacyProductStorages.remove, { params: { id: fridge } })
    for (const storageId of [randomUUID(), foreign, fridge])
      await expect(move({ stockItemId: lot.id, storageId })).rejects.toMatchObject({ message: 'requests:invalid' })
    expect(await movesOf()).toEqual([])
  })

  test('an archived lot does not move, nor does a member without the right move any', async () => {
    const lot = await aLot(database, shop, { quantity: 0 })
    const to = { stockItemId: lot.id, storageId: drawer }
    await expect(move({ ...to, seller: shop.vendeur }, shop.vendeur.token)).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    await database.platform((tx) =>
      tx.updateTable('stock_items').set({ archived: true }).where('id', '=', lot.id).execute(),
    )
    await expect(move(to)).rejects.toMatchObject({ message: 'requests:invalid' })
  })
})

test('in the name of somebody else moves nothing, and the owner sees who sent it', async () => {
  const lot = await aLot(database, shop)
  await expect(move({ stockItemId: lot.id, storageId: drawer }, shop.vendeur.token)).rejects.toMatchObject({
    message: 'auth:unprovenSender',
  })
  const { items } = await asOwner().call(unprovenParcels.list, { query: {} })
  expect(items).toMatchObject([{ gesture: 'move', sellerName: 'AGBO Kossi', sentByName: 'DOSSOU Afi' }])
  expect(await movesOf()).toEqual([])
})

describe('the list', () => {
  test('counts products, units and value of lots that lie there, wherever their product is kept', async () => {
    const [a, b] = [await aLot(database, shop, { quantity: 4 }), await aLot(database, shop, { quantity: 6 })]
    await move({ stockItemId: a.id, storageId: drawer, whole: true })
    await move({ stockItemId: b.id, storageId: drawer, whole: true })
    expect(await figuresOf(drawer)).toMatchObject({
      products: 2,
      units: 10,
      costValue: 6_000,
      priceValue: 10_000,
      accuracy: 100,
    })
    await move({ stockItemId: b.id, storageId: fridge })
    expect(await figuresOf(drawer)).toMatchObject({ products: 2, units: 4, priceValue: 4_000 })
    expect(await figuresOf(fridge)).toMatchObject({ products: 1, units: 6, priceValue: 6_000 })
  })

  test('accuracy: a lot that was counted wrong in the last 90 days counts, breakage does not', async () => {
    const lots = [await aLot(database, shop), await aLot(database, shop), await aLot(database, shop)]
    for (const { id } of lots) await move({ stockItemId: id, storageId: drawer })
    const adjust = (id: string, reason: 'breakage' | 'spot-count') =>
      as(shop.terminal.token).call(stockActs.adjust, {
        body: anAdjustment(shop, { stockItemId: id, reason, doneAt: clock.now.toISOString() }),
      })
    await adjust(lots[0]!.id, 'breakage')
    expect(await figuresOf(drawer)).toMatchObject({ accuracy: 100, lots: 3, wrongLots: 0 })
    await adjust(lots[1]!.id, 'spot-count')
    expect(await figuresOf(drawer)).toMatchObject({ accuracy: 66, lots: 3, wrongLots: 1 })
    clock.now = new Date('2027-03-01T10:00:00Z')
    expect(await figuresOf(drawer)).toMatchObject({ accuracy: 100 })
  })

  test('an empty storage has no accuracy; search, state and sort', async () => {
    expect(await figuresOf(drawer)).toMatchObject({ products: 0, units: 0, accuracy: null })
    await asOwner().call(pharmacyProductStorages.remove, { params: { id: fridge } })
    expect((await figures({ state: 'used' })).map(({ label }) => label)).toEqual(['Tiroir A3'])
    expect((await figures({ state: 'archived' })).map(({ label }) => label)).toEqual(['Frigo'])
    expect((await figures({ search: 'a3 tiroir' })).map(({ id }) => id)).toEqual([drawer])
    expect((await figures({ sort: '-label' })).map(({ id }) => id)).toEqual([drawer, fridge])
  })

  test('costs are for who may see them', async () => {
    const member = await aMember(database, shop, ['stock.adjust'])
    expect(await figures({}, member)).toMatchObject([{ costValue: null }, { costValue: null }])
  })

  test('products with stock and without a place are counted', async () => {
    const read = async () => (await asOwner().call(pharmacyProductStorages.figures, { query: {} })).unplaced
    const before = await read()
    const lot = await aLot(database, shop)
    expect(await read()).toBe(before + 1)
    await move({ stockItemId: lot.id, storageId: drawer })
    expect(await read()).toBe(before)
  })
})

test('a storage is archived only when nothing lies in it', async () => {
  const lot = await aLot(database, shop)
  await move({ stockItemId: lot.id, storageId: drawer })
  const archive = () => asOwner().call(pharmacyProductStorages.remove, { params: { id: drawer } })
  const inUse = { message: 'stocks:storageInUse', details: { products: 1 }, status: 409 }
  await expect(archive()).rejects.toMatchObject(inUse)
  await expect(
    asOwner().call(pharmacyProductStorages.patch, { params: { id: drawer }, body: { archived: true } }),
  ).rejects.toMatchObject(inUse)
  await move({ stockItemId: lot.id, storageId: null })
  await archive()
  expect((await asOwner().call(pharmacyProductStorages.all, {})).map(({ id }) => id)).not.toContain(drawer)
})
