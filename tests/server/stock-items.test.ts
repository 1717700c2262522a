import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0
let productId: string
beforeEach(async () => {
  shop = await openShop(`stock items ${count++}`)
  productId = (
    await as(shop.titulaire.token).call(pharmacyProducts.create, { body: { label: `Tisane ${randomUUID()}` } })
  ).id
})

const titulaire = () => as(shop.titulaire.token)
const enter = (given: object = {}) =>
  titulaire().call(stockItems.create, {
    body: {
      pharmacyProductId: productId,
      packaging: { label: 'Sachet', units: 20 },
      lot: 'AB 123',
      expiresOn: '2099-06-30',
      quantity: 5,
      purchasePrice: 600,
      salePrice: 1000,
      ...given,
    },
  })
const product = () => titulaire().call(pharmacyProducts.read, { params: { id: productId } })

test('a lot that is entered by hand has its quantity from a movement', async () => {
  const { id } = await enter({ note: 'Stock de départ' })
  expect((await product()).stockItems).toMatchObject([
    { id, packaging: 'Sachet', units: 20, lot: 'AB 123', expiresOn: '2099-06-30', quantity: 5, salePrice: 1000 },
  ])
  const { items } = await titulaire().call(pharmacyProducts.history, { params: { id: productId } })
  expect(items).toMatchObject([{ cause: 'initial', quantity: 5, before: 0, after: 5, note: 'Stock de départ' }])
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

test('a lot written in three ways is one lot', async () => {
  const { id } = await enter()
  for (const lot of ['AB123', 'ab 123', ' ab123 '])
    await expect(enter({ lot })).rejects.toMatchObject({ message: 'stocks:lotAlreadyEntered', details: { id } })
  await enter({ lot: 'AB124' })
  await enter({ packaging: { label: 'Carton', units: 1 } })
})

test('lots without a number differ by their expiry', async () => {
  await enter({ lot: null })
  await expect(enter({ lot: '' })).rejects.toMatchObject({ message: 'stocks:lotAlreadyEntered' })
  await enter({ lot: null, expiresOn: '2098-01-31' })
})

test('entered twice at once, a lot exists once', async () => {
  const results = await Promise.allSettled([enter(), enter(), enter()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await product()).stockItems).toHaveLength(1)
})

test('without a price, the policy gives it; with typed prices, it is asked for', async () => {
  await expect(enter({ salePrice: null })).rejects.toMatchObject({
    details: { issues: [{ path: 'body.salePrice', message: expect.stringContaining('typed') }] },
  })
  await titulaire().call(pharmacyProducts.patch, {
    params: { id: productId },
    body: { pricePolicy: { mode: 'coefficient', coefficient: 1500, roundingStep: 25 } },
  })
  await enter({ salePrice: null, purchasePrice: 610 })
  expect((await product()).stockItems[0]?.salePrice).toBe(925)
})

test('a lot under an open recall enters blocked', async () => {
  await database.platform((tx) =>
    tx
      .insertInto('recalls')
      .values({
        pharmacy_id: shop.id,
        id: idOf(shop.id, 'recall'),
        pharmacy_product_id: productId,
        lot: 'ab123',
        reason: 'Défaut',
        opened_by: shop.titulaire.id,
        opened_at: new Date('2026-01-05'),
      })
      .execute(),
  )
  await enter()
  expect(await product()).toMatchObject({ recalledLots: ['ab123'], stockItems: [{ blocked: 'recall' }] })
})

test.each([
  ['a 30 February', { expiresOn: '2027-02-30' }],
  ['a fraction', { quantity: 1.5 }],
  ['less than nothing', { quantity: -1 }],
  ['a huge quantity', { quantity: 100_000 }],
  ['a huge price', { purchasePrice: 100_000_001 }],
  ['a lot of control characters', { lot: 'A\u001bp' }],
  ['a storage of nobody', { storageId: randomUUID() }],
  ['a product of nobody', { pharmacyProductId: randomUUID() }],
  ['no units', { packaging: { label: 'Sachet', units: 0 } }],
])('%s is refused and nothing is entered', async (_, wrong) => {
  await expect(enter(wrong)).rejects.toMatchObject({ message: 'requests:invalid' })
  expect((await product()).stockItems).toEqual([])
})

test('number, expiry and place are corrected; the corrected lot must not exist', async () => {
  const { id } = await enter()
  const other = await enter({ lot: 'ZZ9' })
  const patch = (body: object, of = id) => titulaire().call(stockItems.patch, { params: { id: of }, body })
  await patch({ lot: 'AB-123', expiresOn: '2098-12-31', reason: 'entry-error' })
  expect((await product()).stockItems).toContainEqual(
    expect.objectContaining({ id, lot: 'AB-123', expiresOn: '2098-12-31', quantity: 5 }),
  )
  await expect(patch({ lot: 'ab-123', reason: 'entry-error' }, other.id)).rejects.toMatchObject({
    message: 'stocks:lotAlreadyEntered',
  })
  await expect(patch({ archived: true })).rejects.toMatchObject({ message: 'stocks:cannotArchiveStocked' })
  const empty = await enter({ lot: 'EMPTY', quantity: 0 })
  await patch({ archived: true }, empty.id)
  expect((await product()).stockItems).toContainEqual(expect.objectContaining({ id: empty.id, archived: true }))
})

test('a lot of another pharmacy is not found', async () => {
  const other = await openShop(`stock items thief ${count}`)
  await expect(
    as(other.titulaire.token).call(stockItems.patch, { params: { id: shop.lots[0] }, body: { lot: 'X' } }),
  ).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(
    as(other.titulaire.token).call(stockItems.create, {
      body: {
        pharmacyProductId: shop.products[0],
        packaging: { label: 'Boîte', units: 1 },
        quantity: 1,
        purchasePrice: 1,
        salePrice: 1,
      },
    }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})
