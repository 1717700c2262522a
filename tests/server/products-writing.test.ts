import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { products } from '#shared/contract/products.ts'
import { gtinCheckDigit } from '#shared/domain/product-code.ts'
import { aFullReferential } from '#tests/server/support/full-referential.ts'
import { idOf, openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop, rowCounts } = await testApp()
const shop = await openShop('products')
const other = await openShop('other products')
const admin = as(await openAdmin(database))
const member = as(shop.vendeur.token)
await database.platform(aFullReferential)

type Body = CallInput<typeof products.create>['body']
const make = (body: Partial<Body> = {}) => admin.call(products.create, { body: { label: 'Produit', ...body } })
const patch = (id: string, body: CallInput<typeof products.patch>['body']) =>
  admin.call(products.patch, { params: { id }, body })
const details = (id: string) => member.call(products.details, { params: { id } })
const issue = (path: string, message: string) => ({ details: { issues: [{ path, message }] } })

let count = 0
/** A code that no other test has. */
function aCode(): string {
  const digits = `61${String(++count).padStart(10, '0')}`
  return digits + String(gtinCheckDigit(digits))
}

/** The product in the stock of a pharmacy, with one lot. */
async function stocked(of: Shop, productId: string, quantity = 7): Promise<string> {
  const id = randomUUID()
  await database.platform(async (tx) => {
    await tx.insertInto('pharmacy_products').values({ pharmacy_id: of.id, id, product_id: productId }).execute()
    await tx
      .insertInto('stock_items')
      .values({
        pharmacy_id: of.id,
        id: randomUUID(),
        pharmacy_product_id: id,
        packaging_id: idOf('packagings'),
        quantity,
        purchase_price: 1,
        sale_price: 2,
      })
      .execute()
  })
  return id
}

test('a product is created whole, and read by every pharmacy', async () => {
  const codes = [aCode(), '1234567']
  const body = {
    label: 'Paracétamol 500 mg',
    codes,
    inns: [{ innId: idOf('inns'), dosage: '500 mg' }],
    formId: idOf('forms'),
    brandId: idOf('brands'),
    categoryId: idOf('product_categories'),
    unitId: idOf('units'),
    atc: 'N02BE01',
    packagingIds: [idOf('packagings')],
    prescriptionList: 'list-1' as const,
  }
  const { id } = await make(body)
  expect(await details(id)).toMatchObject({
    label: 'Paracétamol 500 mg',
    codes: [...codes].sort(),
    inns: [{ innId: idOf('inns'), name: 'inns of tests', dosage: '500 mg' }],
    form: 'forms of tests',
    brand: 'brands of tests',
    category: 'product_categories of tests',
    unit: 'units of tests',
    atc: 'N02BE01',
    prescriptionList: 'list-1',
    packagings: [{ id: idOf('packagings'), units: 30 }],
    archived: false,
    version: 1,
    // a pharmacy does not see the accounts of the platform
    changedBy: null,
  })
  expect(await admin.call(products.details, { params: { id } })).toMatchObject({ changedBy: 'Min Ada' })
})

test('a change leaves the rest, and takes the next version', async () => {
  const made = await make({ codes: [aCode()], atc: 'N02BE01' })
  const changed = await patch(made.id, { version: made.version, label: 'Autre nom' })
  expect(changed).toMatchObject({ label: 'Autre nom', codes: made.codes, atc: 'N02BE01', version: made.version + 1 })
})

test('two people edit one product: the second is told who was first, and changes nothing', async () => {
  const { id, version } = await make({ label: 'Avant' })
  await patch(id, { version, label: 'La première' })
  await expect(patch(id, { version, label: 'La seconde' })).rejects.toMatchObject({
    message: 'products:changedMeanwhile',
    status: 409,
    details: { by: 'Min Ada' },
  })
  expect(await details(id)).toMatchObject({ label: 'La première', version: version + 1 })
})

test('of two changes at the same moment one is taken', async () => {
  const { id, version } = await make()
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((label) => patch(id, { version, label })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await details(id)).toMatchObject({ version: version + 1 })
})

test('a code names one product in use: the second is refused with the place of the code; a shared one may stay', async () => {
  const [code, free] = [aCode(), aCode()]
  const first = await make({ codes: [code] })
  await expect(make({ codes: [free, code] })).rejects.toMatchObject(issue('body.codes.1', 'taken'))
  const second = await make({ codes: [free] })
  await expect(patch(second.id, { version: 1, codes: [free, code] })).rejects.toMatchObject(
    issue('body.codes.1', 'taken'),
  )
  await database.platform((tx) =>
    tx.insertInto('product_codes').values({ code, product_id: second.id, kind: 'ean13' }).execute(),
  )
  expect(await patch(second.id, { version: 1, codes: [free, code] })).toMatchObject({ codes: [free, code].sort() })
  await admin.call(products.remove, { params: { id: first.id } })
  await admin.call(products.remove, { params: { id: second.id } })
  const third = await make({ codes: [code] })
  expect(third.codes).toEqual([code])
  await expect(patch(first.id, { version: 2, archived: false })).rejects.toMatchObject(issue('body.archived', 'taken'))
})

test.each([
  ['a label of 300 characters', { label: 'x'.repeat(300) }],
  ['no label', { label: ' ' }],
  ['a code with letters', { codes: ['34009AB'] }],
  ['a code with a wrong check digit', { codes: ['3400930000011'] }],
  ['a code that is too short', { codes: ['123'] }],
  ['a word as ATC code', { atc: 'paracetamol' }],
  ['a list that is none', { prescriptionList: 'list-3' }],
])('%s is refused by its schema', async (_, body) => {
  await expect(make(body as Partial<Body>)).rejects.toMatchObject({ message: 'requests:invalid' })
})

test.each([
  ['atc', { atc: 'V03AB01' }, 'body.atc'],
  ['form', { formId: randomUUID() }, 'body.formId'],
  ['brand', { brandId: randomUUID() }, 'body.brandId'],
  ['category', { categoryId: randomUUID() }, 'body.categoryId'],
  ['unit', { unitId: randomUUID() }, 'body.unitId'],
  ['DCI', { inns: [{ innId: randomUUID(), dosage: null }] }, 'body.inns.0.innId'],
  ['packaging', { packagingIds: [randomUUID()] }, 'body.packagingIds.0'],
  ['section', { section: 'nulle-part' }, 'body.section'],
])('an unknown %s is refused at its field', async (_, body, path) => {
  await expect(make(body)).rejects.toMatchObject(issue(path, 'unknown'))
})

test('a batch is written whole, or not at all with what is wrong in each row', async () => {
  const code = aCode()
  const known = await make({ label: 'Connu' })
  const good = [
    { label: 'Nouveau', codes: [code] },
    { id: known.id, version: known.version, label: 'Renommé' },
  ]
  const before = await rowCounts()
  const bad = [
    ...good,
    { codes: [code] },
    { id: known.id, version: 1, label: 'Encore' },
    { id: randomUUID(), version: 1, label: 'Personne' },
    { label: 'Forme', formId: randomUUID() },
  ]
  await expect(admin.call(products.batch, { body: { products: bad } })).rejects.toMatchObject({
    message: 'requests:invalid',
    details: {
      issues: [
        { path: 'body.products.2.label', message: 'missing' },
        { path: 'body.products.2.codes.0', message: 'taken' },
        { path: 'body.products.3.id', message: 'twice' },
        { path: 'body.products.3.version', message: 'changed' },
        { path: 'body.products.4.id', message: 'unknown' },
        { path: 'body.products.5.formId', message: 'unknown' },
      ],
    },
  })
  expect(await rowCounts()).toEqual(before)
  expect(await details(known.id)).toMatchObject({ label: 'Connu', version: 1 })
  const { ids } = await admin.call(products.batch, { body: { products: good } })
  expect(await details(ids[0]!)).toMatchObject({ label: 'Nouveau', codes: [code] })
  expect(await details(known.id)).toMatchObject({ label: 'Renommé', version: 2 })
})

test('tills that have the product read it again; a pharmacy without it reads nothing', async () => {
  const { id, version } = await make({ label: 'Ancien nom' })
  const own = await stocked(shop, id)
  const cursorOf = async (token: string) =>
    (await as(token).call(pharmacyProducts.list, { query: { cursor: '', size: 2000 } })).cursor!
  const [mine, theirs] = [await cursorOf(shop.vendeur.token), await cursorOf(other.vendeur.token)]
  const code = aCode()
  await patch(id, { version, label: 'Nouveau nom', codes: [code] })
  expect((await member.call(pharmacyProducts.list, { query: { cursor: mine } })).items).toMatchObject([
    { id: own, label: 'Nouveau nom', codes: [code] },
  ])
  expect((await as(other.vendeur.token).call(pharmacyProducts.list, { query: { cursor: theirs } })).items).toEqual([])
})

test('what uses a product is told; archived, the pharmacies keep theirs; archived twice is archived', async () => {
  const { id } = await make({ label: 'À archiver' })
  await stocked(shop, id, 7)
  await stocked(other, id, 5)
  expect(await admin.call(products.uses, { params: { id } })).toEqual({
    pharmacies: 2,
    lots: 2,
    quantity: 12,
    openRecalls: 0,
    schemeLines: 0,
  })
  for (const _ of ['once', 'twice']) await admin.call(products.archive, { body: { productId: id } })
  expect(await details(id)).toMatchObject({ archived: true, version: 2 })
  expect(await admin.call(products.uses, { params: { id } })).toMatchObject({ pharmacies: 2, quantity: 12 })
  expect(await patch(id, { version: 2, archived: false })).toMatchObject({ archived: false })
})

test('several are archived together, or none', async () => {
  const ids = [(await make()).id, (await make()).id]
  await expect(
    admin.call(products.archiveSeveral, { body: { productIds: [...ids, randomUUID()] } }),
  ).rejects.toMatchObject(issue('body.productIds.2', 'unknown'))
  expect(await details(ids[0]!)).toMatchObject({ archived: false })
  expect(await admin.call(products.archiveSeveral, { body: { productIds: ids } })).toEqual({ ids })
  expect(await details(ids[1]!)).toMatchObject({ archived: true })
})

test('a member sees his own pharmacy among those that have it, the admin all', async () => {
  const { id } = await make({ label: 'Partout' })
  const [mine, theirs] = [await stocked(shop, id, 3), await stocked(other, id, 4)]
  const asked = { params: { id } }
  expect(await member.call(products.pharmacyProducts, asked)).toEqual({
    items: [
      {
        pharmacyId: shop.id,
        pharmacyName: 'Pharmacie des tests',
        pharmacyProductId: mine,
        lots: 1,
        quantity: 3,
        archived: false,
      },
    ],
    total: 1,
  })
  const all = await admin.call(products.pharmacyProducts, asked)
  expect(all.items.map(({ pharmacyProductId }) => pharmacyProductId).sort()).toEqual([mine, theirs].sort())
})

test.each([
  ['notice', products.notice, products.putNotice],
  ['spc', products.spc, products.putSpc],
] as const)('the %s: none, written, read at the counter, removed', async (_, read, put) => {
  const { id } = await make()
  const asked = { params: { id } }
  expect(await member.call(read, asked)).toEqual({ text: null })
  await admin.call(put, { ...asked, body: { text: ' 1 comprimé.\nPas plus de 3 par jour. ' } })
  expect(await member.call(read, asked)).toEqual({ text: '1 comprimé.\nPas plus de 3 par jour.' })
  await admin.call(put, { ...asked, body: { text: '' } })
  expect(await member.call(read, asked)).toEqual({ text: null })
  await expect(admin.call(put, { ...asked, body: { text: 'x'.repeat(200_001) } })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('the list is filtered by each field', async () => {
  const only = await make({
    label: `Filtre ${randomUUID()}`,
    atc: 'N02BE01',
    formId: idOf('forms'),
    brandId: idOf('brands'),
    categoryId: idOf('product_categories'),
    unitId: idOf('units'),
    inns: [{ innId: idOf('inns'), dosage: null }],
    packagingIds: [idOf('packagings')],
    prescriptionList: 'narcotic',
  })
  const total = async (query: CallInput<typeof products.list>['query']) =>
    (await member.call(products.list, { query: { search: only.label, ...query } })).total
  for (const query of [
    { atc: 'N02' },
    { formId: idOf('forms') },
    { brandId: idOf('brands') },
    { categoryId: idOf('product_categories') },
    { unitId: idOf('units') },
    { innId: idOf('inns') },
    { packagingId: idOf('packagings') },
    { list: 'narcotic' as const },
    { only: 'in-use' as const },
  ])
    expect([query, await total(query)]).toEqual([query, 1])
  for (const query of [
    { atc: 'J' },
    { formId: randomUUID() },
    { brandId: randomUUID() },
    { innId: randomUUID() },
    { packagingId: randomUUID() },
    { section: 'autre' },
    { only: 'archived' as const },
  ])
    expect([query, await total(query)]).toEqual([query, 0])
})
