import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { orders } from '#shared/contract/orders.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { products } from '#shared/contract/products.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { type NewWholesalerProduct, wholesalerProducts, wholesalers } from '#shared/contract/wholesalers.ts'
import { noteFile } from '#tests/server/support/delivering.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const admin = as(await openAdmin(database))
let shop: Shop
let golfe: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`wholesalers ${count}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  golfe = (await admin.call(wholesalers.create, { body: { name: `Golfe ${count++}`, countryCode: 'BJ' } })).id
})

const line = (code: string, price: number, rest: Partial<NewWholesalerProduct> = {}): NewWholesalerProduct => ({
  code,
  label: `PRODUIT ${code}`,
  pack: null,
  availability: 'available',
  price: String(price),
  publicPrice: null,
  per: 0,
  free: 0,
  rebate: 0,
  ...rest,
})
const take = (day: string, lines: NewWholesalerProduct[], rest: object = {}) =>
  admin.call(wholesalerProducts.takeList, { params: { id: golfe }, body: { day, lines, ...rest } })
const listed = async (show: 'listed' | 'untied' | 'archived' = 'listed') =>
  (await admin.call(wholesalerProducts.list, { query: { wholesalerId: golfe, show } })).items
const history = (code: string) => admin.call(wholesalerProducts.history, { params: { id: golfe, code } })
const aProduct = async (label: string, code?: string) =>
  (await admin.call(products.create, { body: { label, codes: code ? [code] : [] } })).id
const taken = async (productId: string) =>
  (await as(shop.titulaire.token).call(pharmacyProducts.create, { body: { productId } })).id

test('a list brings codes and prices; the next one changes prices with their day, and lets codes go', async () => {
  expect(await take('2026-01-01', [line('A1', 500), line('B1', 700)])).toMatchObject({
    added: 2,
    repriced: 0,
    untied: 2,
  })
  expect(await take('2026-01-01', [line('A1', 500), line('B1', 700)])).toMatchObject({
    added: 0,
    repriced: 0,
    unchanged: 2,
    left: 0,
  })
  expect(await take('2026-02-01', [line('A1', 520), line('C1', 90)])).toMatchObject({ added: 1, repriced: 1, left: 1 })
  expect((await history('A1')).map(({ from, price }) => [from, price])).toEqual([
    ['2026-02-01', '520'],
    ['2026-01-01', '500'],
  ])
  expect((await listed()).map(({ code }) => code)).toEqual(['A1', 'C1'])
  expect((await listed('archived')).map(({ code }) => code)).toEqual(['B1'])
})

test('a list that is older than the last one writes the history, and changes no price of today', async () => {
  await take('2026-02-01', [line('A1', 520)])
  await take('2026-01-01', [line('A1', 500)])
  expect((await listed())[0]).toMatchObject({ price: '520', listedOn: '2026-02-01' })
  expect((await history('A1')).map(({ price }) => price)).toEqual(['520', '500'])
})

test('a code that stands twice refuses the whole list', async () => {
  await expect(take('2026-01-01', [line('A1', 500), line('A1', 510)])).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'body.lines.1.code', message: 'twice' }] },
  })
  expect(await listed()).toEqual([])
})

test('a code is tied by the product that has it, else by hand, once for all pharmacies', async () => {
  const code = String(2_345_600 + count)
  const known = await aProduct(`CONNU ${count}`, code)
  expect(await take('2026-01-01', [line(code, 500), line('OWN9', 90)])).toMatchObject({ tied: 1, untied: 1 })
  expect((await listed()).find((row) => row.code === code)).toMatchObject({ productId: known })
  const other = await aProduct(`AUTRE ${count}`)
  await admin.call(wholesalerProducts.tie, { params: { id: golfe, code: 'OWN9' }, body: { productId: other } })
  expect(await listed('untied')).toEqual([])
  await expect(
    admin.call(wholesalerProducts.tie, { params: { id: golfe, code: 'OWN9' }, body: { productId: randomUUID() } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })

  const own = await taken(other)
  const clerk = as(shop.stocks.token)
  const supplier = await clerk.call(suppliers.create, { body: { name: 'Golfe', wholesalerId: golfe } })
  const note = await clerk.call(deliveryImports.create, {
    body: { supplierId: supplier.id, bl: noteFile(['Code;Désignation;Qté;PA', 'OWN9;Autre;3;90']) },
  })
  expect(note.rows[0]).toMatchObject({ outcome: 'known', productId: own })
  const statementId = randomUUID()
  await clerk.call(billStatements.create, {
    body: {
      id: statementId,
      supplierId: supplier.id,
      reference: 'R1',
      from: '2026-02-01',
      to: '2026-02-28',
      total: 90,
      lines: [{ label: 'Autre', code: 'OWN9', quantity: 1, price: '90', amount: 90 }],
    },
  })
  const { items } = await clerk.call(billStatements.records, { params: { id: statementId }, query: {} })
  expect(items[0]).toMatchObject({ productId: own })
})

test('the price list is an offer: net of its rebate, with its free boxes, and none when it is out', async () => {
  const product = await aProduct(`OFFRE ${count}`)
  const own = await taken(product)
  const clerk = as(shop.stocks.token)
  const supplier = await clerk.call(suppliers.create, { body: { name: 'Golfe', wholesalerId: golfe } })
  await take('2026-02-01', [line('OF1', 1_000, { rebate: 500, per: 10, free: 1 })])
  await admin.call(wholesalerProducts.tie, { params: { id: golfe, code: 'OF1' }, body: { productId: product } })
  const stat = async () => (await clerk.call(orderPreparations.recordsStat, { body: { productIds: [own] } }))[0]!
  expect(await stat()).toMatchObject({
    supplierId: supplier.id,
    price: 950,
    offers: [{ supplierId: supplier.id, price: 950, paid: 10, free: 1, on: '2026-02-01', availability: 'available' }],
  })
  await take('2026-02-02', [line('OF1', 1_000, { availability: 'out' })])
  expect(await clerk.call(orders.prices, { params: { id: own } })).toMatchObject([
    { on: '2026-02-02', source: 'list', price: '1000', free: 0 },
    { on: '2026-02-01', source: 'list', price: '950', paid: 10, free: 1 },
  ])
  expect(await stat()).toMatchObject({ supplierId: null, offers: [{ availability: 'out' }] })
})

test('a wholesaler has its name once in its country; members read it, only the platform changes it', async () => {
  const [known] = (await admin.call(wholesalers.list, { query: { search: `golfe ${count - 1}` } })).items
  await expect(
    admin.call(wholesalers.create, { body: { name: known!.name.toUpperCase(), countryCode: 'BJ' } }),
  ).rejects.toMatchObject({ message: 'requests:taken' })
  await expect(admin.call(wholesalers.create, { body: { name: 'Ailleurs', countryCode: 'ZZ' } })).rejects.toMatchObject(
    { message: 'requests:invalid' },
  )
  await expect(
    as(shop.titulaire.token).call(wholesalers.patch, { params: { id: golfe }, body: { name: 'X' } }),
  ).rejects.toMatchObject({ status: 403 })
  expect(await as(shop.vendeur.token).call(wholesalers.read, { params: { id: golfe } })).toMatchObject({ products: 0 })
})

test('the codes of a wholesaler are sorted by the server', async () => {
  const product = await aProduct(`TRIÉ ${count}`)
  const second = await aProduct(`ZÈBRE ${count}`)
  await take('2026-01-01', [line('A1', 500, { publicPrice: 900 })])
  await take('2026-02-01', [line('B1', 300, { label: 'AA', publicPrice: 400, availability: 'out' }), line('C1', 1)], {
    isWhole: false,
  })
  await admin.call(wholesalerProducts.tie, { params: { id: golfe, code: 'A1' }, body: { productId: second } })
  await admin.call(wholesalerProducts.tie, { params: { id: golfe, code: 'B1' }, body: { productId: product } })
  await expectSortedBothWays(
    (query) => admin.call(wholesalerProducts.list, { query: { ...query, wholesalerId: golfe } }),
    {
      code: (row) => row.code,
      label: (row) => row.label,
      productLabel: (row) => row.productLabel,
      price: (row) => Number(row.price),
      publicPrice: (row) => row.publicPrice,
      availability: (row) => row.availability,
      listedOn: (row) => row.listedOn,
    },
  )
})
