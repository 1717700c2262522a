import { beforeEach, expect, test } from 'vitest'
import { labels } from '#shared/contract/labels.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { aMember } from '#tests/server/support/members.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`labels ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
})

const list = (query: object = {}, token = shop.pharmacien.token) => as(token).call(labels.list, { query })
const add = (productIds: string[], token = shop.pharmacien.token) =>
  as(token).call(labels.add, { body: { productIds } })
const remove = (ids: string[], token = shop.pharmacien.token) => as(token).call(labels.remove, { body: { ids } })
const print = (rows: { id: string; at: string }[], token = shop.pharmacien.token) =>
  as(token).call(labels.markPrinted, { body: { labels: rows.map(({ id, at }) => ({ id, at })) } })
const setPrice = (salePrice: number) =>
  as(shop.stocks.token).call(pharmacyProducts.setPrice, {
    params: { id: shop.products[0] },
    body: { packaging: 'Boîte', salePrice, reason: null, acceptsBelowCost: true },
  })
const printedBy = (id: string) =>
  database.read(shop.id, (tx) =>
    tx.selectFrom('label_queue').select(['printed_by', 'printed_at']).where('id', '=', id).executeTakeFirst(),
  )
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { message: string; details: unknown }) => [error.message, error.details],
  )

test('a label that was asked for says what stands on the shelf: product, codes, price, storage, who and since when', async () => {
  await database.platform(async (tx) => {
    await tx
      .insertInto('storages')
      .values({ pharmacy_id: shop.id, id: idOf(shop.id, 'storage'), label: 'Tiroir A3' })
      .execute()
    await tx
      .updateTable('pharmacy_products')
      .set({ storage_id: idOf(shop.id, 'storage') })
      .where('pharmacy_id', '=', shop.id)
      .where('id', '=', shop.products[1])
      .execute()
    await tx
      .insertInto('pharmacy_product_codes')
      .values(
        ['3400935955838', '2950001'].map((code) => ({
          pharmacy_id: shop.id,
          pharmacy_product_id: shop.products[1],
          code,
        })),
      )
      .execute()
  })
  expect(await add([shop.products[1]])).toEqual({ added: 1, waiting: 0, archived: 0 })
  expect(await list({}, shop.vendeur.token)).toEqual({
    total: 1,
    items: [
      {
        id: expect.any(String) as string,
        pharmacyProductId: shop.products[1],
        label: 'Amoxicilline Biogaran 500 mg',
        dosage: null,
        form: null,
        codes: ['2950001', '3400935955838'],
        packaging: 'Boîte',
        units: 1,
        price: 1500,
        unitPrice: null,
        unitWord: null,
        storage: 'Tiroir A3',
        cause: 'asked',
        at: '2026-03-02T10:00:00.000Z',
        byName: 'AGBO Kossi',
      },
    ],
  })
})

test('a product that waits already is not doubled, also when it is named twice; its price change is told', async () => {
  const [a, b] = shop.products
  expect(await add([a, a, b])).toEqual({ added: 2, waiting: 0, archived: 0 })
  clock.now = new Date('2026-03-02T11:00:00Z')
  expect(await add([b, shop.products[2]])).toEqual({ added: 1, waiting: 1, archived: 0 })
  await setPrice(1100)
  const { items, total } = await list({ search: 'doliprane' })
  expect(total).toBe(1)
  expect(items).toMatchObject([{ price: 1100, cause: 'asked', at: '2026-03-02T11:00:00.000Z', byName: 'BIO Ismaël' }])
})

test('the price is that of the lot that is sold first, and of the unit when loose units are in stock', async () => {
  const [box, fresh, blocked] = ['open box', 'fresh box', 'blocked box'].map((name) => idOf(shop.id, name)) as [
    string,
    string,
    string,
  ]
  const lot = (id: string, of: object) => ({
    pharmacy_id: shop.id,
    id,
    pharmacy_product_id: shop.products[2],
    packaging_id: idOf('box of 30'),
    lot: 'N1',
    quantity: 5,
    purchase_price: 600,
    sale_price: 3000,
    expires_on: '2027-01-31',
    ...of,
  })
  await database.platform(async (tx) => {
    await tx
      .insertInto('packagings')
      .values({ id: idOf('box of 30'), label: 'Boîte', units: 30 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('packagings')
      .values({ id: idOf('tablet'), label: 'comprimé', units: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.deleteFrom('stock_movements').where('stock_item_id', '=', shop.lots[2]).execute()
    await tx.deleteFrom('stock_items').where('id', '=', shop.lots[2]).execute()
    await tx
      .insertInto('stock_items')
      .values([
        lot(box, {}),
        lot(fresh, { sale_price: 3300, expires_on: '2028-01-31' }),
        lot(blocked, { sale_price: 9999, expires_on: '2026-05-31', blocked: 'quarantine' }),
        lot(idOf(shop.id, 'old box'), { sale_price: 8888, expires_on: '2026-03-01' }),
        lot(unitItemIdOf(box), { packaging_id: idOf('tablet'), sale_price: 105, quantity: 12 }),
      ])
      .execute()
  })
  await add([shop.products[2]])
  const read = async () => (await list()).items[0]!
  expect(await read()).toMatchObject({
    packaging: 'Boîte',
    units: 30,
    price: 3000,
    unitPrice: 105,
    unitWord: 'comprimé',
  })
  await database.platform((tx) =>
    tx
      .updateTable('stock_items')
      .set({ quantity: 0 })
      .where('id', 'in', [box, unitItemIdOf(box)])
      .execute(),
  )
  expect(await read()).toMatchObject({ price: 3300, unitPrice: null, unitWord: null })
})

test('printed labels leave the queue and keep who printed them; said twice, nothing changes', async () => {
  await add([shop.products[0], shop.products[1]])
  const { items } = await list()
  const [first] = items
  expect(await print([first!, first!], shop.stocks.token)).toEqual({ printed: 1, changed: 0 })
  expect(await printedBy(first!.id)).toEqual({ printed_by: shop.stocks.id, printed_at: clock.now })
  clock.now = new Date('2026-03-02T12:00:00Z')
  expect(await print([first!])).toEqual({ printed: 0, changed: 0 })
  expect(await printedBy(first!.id)).toEqual({
    printed_by: shop.stocks.id,
    printed_at: new Date('2026-03-02T10:00:00Z'),
  })
  expect((await list()).items.map(({ id }) => id)).toEqual([items[1]!.id])
  expect(await add([first!.pharmacyProductId])).toEqual({ added: 1, waiting: 0, archived: 0 })
})

test('a label whose price changed after it was listed stays: the paper says the old price', async () => {
  await setPrice(1100)
  const { items } = await list()
  expect(items).toMatchObject([{ cause: 'price', price: 1100 }])
  clock.now = new Date('2026-03-02T10:05:00Z')
  await setPrice(1200)
  expect(await print(items)).toEqual({ printed: 0, changed: 1 })
  const again = (await list()).items
  expect(again).toMatchObject([{ price: 1200 }])
  expect(await print(again)).toEqual({ printed: 1, changed: 0 })
})

test('labels are taken out without printing; a second time there is nothing to take', async () => {
  await add([shop.products[0], shop.products[1]])
  const [first, second] = (await list()).items
  await print([second!])
  expect(await remove([first!.id, second!.id])).toEqual({ removed: 1 })
  expect(await remove([first!.id])).toEqual({ removed: 0 })
  expect((await list()).total).toBe(0)
  // What was printed stays on record.
  expect(await printedBy(second!.id)).toMatchObject({ printed_by: shop.pharmacien.id })
})

test('an archived product gets no label, and the one that waits is out of sight while it is archived', async () => {
  await add([shop.products[0]])
  // A product with stock cannot be archived.
  await database.platform((tx) =>
    tx.updateTable('stock_items').set({ quantity: 0 }).where('pharmacy_id', '=', shop.id).execute(),
  )
  const archive = (archived: boolean) =>
    database.platform((tx) =>
      tx
        .updateTable('pharmacy_products')
        .set({ archived })
        .where('pharmacy_id', '=', shop.id)
        .where('id', 'in', [shop.products[0], shop.products[1]])
        .execute(),
    )
  await archive(true)
  expect(await list()).toEqual({ items: [], total: 0 })
  expect(await add([shop.products[1], shop.products[2]])).toEqual({ added: 1, waiting: 0, archived: 1 })
  await archive(false)
  expect((await list()).items.map(({ label }) => label).toSorted()).toEqual(['Doliprane 1 g', 'Éfferalgan 500 mg'])
})

test('what belongs to another pharmacy is neither seen, added, taken out nor marked', async () => {
  const stranger = await openShop(`labels stranger ${count}`)
  await add([shop.products[0]])
  const before = (await list()).items
  expect((await list({}, stranger.titulaire.token)).total).toBe(0)
  expect(await refusal(add([stranger.products[0], shop.products[0]], stranger.titulaire.token))).toEqual([
    'requests:invalid',
    { issues: [{ path: 'body.productIds.1', message: 'unknown' }] },
  ])
  expect(await remove([before[0]!.id], stranger.titulaire.token)).toEqual({ removed: 0 })
  expect(await print(before, stranger.titulaire.token)).toEqual({ printed: 0, changed: 0 })
  expect((await list()).items).toEqual(before)
  expect((await list({}, stranger.titulaire.token)).total).toBe(0)
})

test('who may not change products reads the queue and changes nothing', async () => {
  await add([shop.products[0]])
  const { items } = await list({}, shop.vendeur.token)
  for (const work of [
    () => add([shop.products[1]], shop.vendeur.token),
    () => remove([items[0]!.id], shop.vendeur.token),
    () => print(items, shop.vendeur.token),
  ])
    expect(await refusal(work())).toEqual(['auth:forbidden', undefined])
  const { token } = await aMember(database, shop, ['product.edit'])
  expect(await print(items, token)).toMatchObject({ printed: 1 })
})

test('a bad request is refused and changes nothing', async () => {
  await add([shop.products[0]])
  const before = await rowCounts()
  const [waits] = (await list()).items
  for (const work of [
    () => add([]),
    () => add(['x']),
    () => add([idOf('nobody')]),
    () => remove([]),
    () => print([]),
    () => print([{ id: waits!.id, at: 'yesterday' }]),
    () => list({ cause: 'price,stolen' }),
    () => list({ size: 0 }),
  ])
    expect(await refusal(work())).toMatchObject(['requests:invalid', {}])
  expect(await rowCounts()).toEqual(before)
})

test('the queue is searched by product, storage, member and whole code, filtered by cause, and sorted both ways', async () => {
  const [a, b, c] = shop.products
  await database.platform(async (tx) => {
    for (const [productId, label] of [
      [a, 'Vitrine'],
      [b, 'Tiroir A3'],
    ] as const) {
      await tx
        .insertInto('storages')
        .values({ pharmacy_id: shop.id, id: idOf(shop.id, label), label })
        .execute()
      await tx
        .updateTable('pharmacy_products')
        .set({ storage_id: idOf(shop.id, label) })
        .where('pharmacy_id', '=', shop.id)
        .where('id', '=', productId)
        .execute()
    }
    await tx
      .insertInto('pharmacy_product_codes')
      .values({ pharmacy_id: shop.id, pharmacy_product_id: b, code: '2950001' })
      .execute()
  })
  await add([b], shop.titulaire.token)
  clock.now = new Date('2026-03-02T10:01:00Z')
  await add([c])
  clock.now = new Date('2026-03-02T10:02:00Z')
  await setPrice(1100)
  const found = async (query: object) => (await list(query)).items.map(({ pharmacyProductId }) => pharmacyProductId)
  expect(await found({})).toEqual([a, c, b])
  expect(await found({ search: 'efferal' })).toEqual([c])
  expect(await found({ search: 'tiroir amox' })).toEqual([b])
  expect(await found({ search: 'hounkpe' })).toEqual([b])
  expect(await found({ search: '2950001' })).toEqual([b])
  expect(await found({ search: '29500' })).toEqual([])
  expect(await found({ cause: 'price' })).toEqual([a])
  expect(await found({ cause: 'asked,price' })).toEqual([a, c, b])
  await expectSortedBothWays(list, {
    label: ({ label }) => label,
    price: ({ price }) => price,
    storage: ({ storage }) => storage,
    cause: ({ cause }) => cause,
    at: ({ at }) => at,
    user: ({ byName }) => byName,
  })
})
