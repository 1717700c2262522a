import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { products } from '#shared/contract/products.ts'
import { innText, mainCode } from '#backoffice/referential/product-words.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let admin: string
const augmentin = randomUUID()
const others = [randomUUID(), randomUUID()] as const

beforeAll(async () => {
  shop = await openShop('referential')
  admin = await openAdmin(database)
  await database.platform(async (tx) => {
    const [form, brand, amoxicilline, acide, box] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ]
    await tx.insertInto('forms').values({ id: form, label: 'Comprimé pelliculé' }).execute()
    await tx.insertInto('brands').values({ id: brand, name: 'GSK' }).execute()
    await tx
      .insertInto('inns')
      .values([
        { id: amoxicilline, name: 'Amoxicilline' },
        { id: acide, name: 'Acide clavulanique' },
      ])
      .execute()
    await tx.insertInto('packagings').values({ id: box, label: 'Boîte de 16', units: 16 }).execute()
    await tx
      .insertInto('products')
      .values([
        {
          id: augmentin,
          label: 'Augmentin 500 mg',
          form_id: form,
          brand_id: brand,
          atc_code: 'J01CR02',
          prescription_list: 'list-1',
          source: 'bdpm',
          reference_price: 436,
          reference_currency: 'EUR',
          national: JSON.stringify({ cis: '60001', rate: 65, conditions: ['liste I'] }),
        },
        { id: others[0], label: 'Éfferalgan 1 g', source: 'bdpm', archived: true },
        { id: others[1], label: 'Zyrtec 10 mg', source: 'bdpm' },
      ])
      .execute()
    await tx
      .insertInto('product_codes')
      .values([
        { code: '3400930000012', product_id: augmentin, kind: 'cip13' },
        { code: '3000001', product_id: augmentin, kind: 'cip7' },
      ])
      .execute()
    await tx
      .insertInto('product_inns')
      .values([
        { product_id: augmentin, position: 1, inn_id: acide, dosage: '62,5 mg' },
        { product_id: augmentin, position: 0, inn_id: amoxicilline, dosage: '500 mg' },
      ])
      .execute()
    await tx.insertInto('product_packagings').values({ product_id: augmentin, packaging_id: box }).execute()
  })
})

const whole = {
  id: augmentin,
  label: 'Augmentin 500 mg',
  codes: ['3000001', '3400930000012'],
  inns: [
    { name: 'Amoxicilline', dosage: '500 mg' },
    { name: 'Acide clavulanique', dosage: '62,5 mg' },
  ],
  atc: 'J01CR02',
  form: 'Comprimé pelliculé',
  brand: 'GSK',
  prescriptionList: 'list-1',
  packagings: [{ label: 'Boîte de 16', units: 16 }],
  archived: false,
}

test('a product reads the same for a member and for the platform', async () => {
  expect(await as(shop.vendeur.token).call(products.read, { params: { id: augmentin } })).toEqual(whole)
  expect(await as(admin).call(products.read, { params: { id: augmentin } })).toEqual(whole)
})

test('its details add what the national source says', async () => {
  expect(await as(shop.vendeur.token).call(products.details, { params: { id: augmentin } })).toEqual({
    ...whole,
    inns: whole.inns.map((inn) => ({ ...inn, innId: expect.any(String) as string })),
    packagings: whole.packagings.map((packaging) => ({ ...packaging, id: expect.any(String) as string })),
    formId: expect.any(String) as string,
    brandId: expect.any(String) as string,
    category: null,
    categoryId: null,
    unit: null,
    unitId: null,
    section: null,
    version: 1,
    changedBy: null,
    changedAt: null,
    mergedInto: null,
    nationalCodes: { cis: '60001', rate: '65', cip13: '3400930000012', cip7: '3000001' },
    referencePrice: { amount: 436, currency: 'EUR' },
  })
  expect(await as(shop.vendeur.token).call(products.details, { params: { id: others[1] } })).toMatchObject({
    nationalCodes: {},
    referencePrice: null,
  })
})

test('an unknown one is not found', async () => {
  await expect(as(shop.vendeur.token).call(products.read, { params: { id: randomUUID() } })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
  await expect(as(shop.vendeur.token).call(products.details, { params: { id: randomUUID() } })).rejects.toMatchObject({
    message: 'requests:notFound',
    status: 404,
  })
})

describe('the list', () => {
  const found = async (search?: string) =>
    (await as(shop.vendeur.token).call(products.list, { query: { search } })).items.map(({ id }) => id)

  test('is sorted by every column, both ways', async () => {
    const [form, brand, inn] = [randomUUID(), randomUUID(), randomUUID()]
    await database.platform(async (tx) => {
      await tx.insertInto('forms').values({ id: form, label: 'Gélule' }).execute()
      await tx.insertInto('brands').values({ id: brand, name: 'écolabo' }).execute()
      await tx.insertInto('inns').values({ id: inn, name: 'Époétine' }).execute()
      const id = others[1]
      await tx
        .updateTable('products')
        .set({ form_id: form, brand_id: brand, atc_code: 'B03XA01', prescription_list: 'narcotic' })
        .where('id', '=', id)
        .execute()
      await tx.insertInto('product_inns').values({ product_id: id, position: 0, inn_id: inn }).execute()
      await tx.insertInto('product_codes').values({ product_id: id, code: '3000009', kind: 'cip7' }).execute()
    })
    await expectSortedBothWays((query) => as(admin).call(products.list, { query }), {
      label: ({ label }) => label,
      inn: ({ inns }) => innText(inns) || null,
      brand: (product) => product.brand,
      atc: ({ atc }) => atc,
      code: ({ codes }) => mainCode(codes) ?? null,
      list: ({ prescriptionList }) => (prescriptionList === 'none' ? null : prescriptionList),
    })
  })

  test('goes by label and counts all', async () => {
    const { items, total } = await as(shop.vendeur.token).call(products.list, { query: { size: 2 } })
    expect([items.length, total, items[0]]).toEqual([2, 3, whole])
  })

  test.each([
    ['a word of the label', 'zyrt', [others[1]]],
    ['accents forgiven', 'efferalgan', [others[0]]],
    ['a DCI', 'clavulanique', [augmentin]],
    ['words in any order, each somewhere', '500 amoxicilline augmentin', [augmentin]],
    ['the beginning of a code', '34009300', [augmentin]],
    ['a whole short code', '3000001', [augmentin]],
    ['a code’s middle: no', '930000012', []],
    ['what stands nowhere', 'augmentin zyrtec', []],
    ['a joker of patterns', '%', []],
  ])('finds by %s', async (_, search, expected) => {
    expect(await found(search)).toEqual(expected)
  })
})
