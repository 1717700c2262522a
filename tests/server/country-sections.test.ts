import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Section } from '#shared/contract/sections.ts'
import { countries } from '#shared/contract/countries.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('sections')
const admin = as(await openAdmin(database))
const BJ = { id: 'BJ' }
const section = (code: string, values: Partial<Section> = {}): Section => ({
  code,
  label: 'Médicament',
  vatGroup: 'A',
  coefficient: 1320,
  ...values,
})
const put = (sections: Section[]) => admin.call(countries.changeSections, { params: BJ, body: { sections } })

test('the admin says the sections of a country; its members read them', async () => {
  const sections = [section('medicament'), section('parapharmacie', { vatGroup: 'B', coefficient: 1500 })]
  expect(await put(sections)).toEqual(sections)
  expect(await as(shop.vendeur.token).call(countries.sections, { params: BJ })).toEqual(sections)
})

test('a section that products have cannot leave; one that no product has can', async () => {
  const used = `s-${randomUUID().slice(0, 8)}`
  await put([section(used), section('libre')])
  await database.platform((tx) =>
    tx
      .insertInto('pharmacy_products')
      .values({ pharmacy_id: shop.id, id: randomUUID(), private_label: used, section: used })
      .execute(),
  )
  await expect(put([section('libre')])).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'body.sections', message: 'used' }] },
  })
  expect(await put([section(used, { label: 'Autre nom' })])).toEqual([section(used, { label: 'Autre nom' })])
})

test.each([
  ['a group that is none', [{ ...section('a'), vatGroup: 'G' }]],
  ['a coefficient of zero', [section('a', { coefficient: 0 })]],
  ['a fraction of a thousandth', [section('a', { coefficient: 1.32 })]],
  ['one code twice', [section('a'), section('a')]],
  ['capitals and spaces', [section('Médicament A')]],
])('%s is refused', async (_, sections) => {
  await expect(put(sections as Section[])).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('an unknown country is not there', async () => {
  await expect(admin.call(countries.sections, { params: { id: 'ZZ' } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})

test('tills read the products of a section again when its tax group is another one, and no others', async () => {
  const other = await openShop('regrouped')
  const [used, kept] = [`s-${randomUUID().slice(0, 8)}`, `s-${randomUUID().slice(0, 8)}`]
  const others = await admin.call(countries.sections, { params: BJ })
  const say = (...sections: Section[]) => put([...others, ...sections])
  await say(section(used), section(kept, { vatGroup: 'B' }))
  await database.platform(async (tx) => {
    for (const [id, code] of [
      [other.products[0], used],
      [other.products[1], kept],
    ] as const)
      await tx.updateTable('pharmacy_products').set({ section: code }).where('id', '=', id).execute()
  })
  const till = as(other.vendeur.token)
  const read = async (cursor: string) => {
    const page = await till.call(pharmacyProducts.list, { query: { cursor, size: 50 } })
    return {
      cursor: page.cursor!,
      groups: page.items.map(({ id, taxGroup }) => [other.products.indexOf(id), taxGroup]),
    }
  }
  const before = await read('')
  expect(before.groups).toEqual(
    expect.arrayContaining([
      [0, 'A'],
      [1, 'B'],
      [2, null],
    ]),
  )
  await say(section(used, { label: 'Autre nom' }), section(kept, { vatGroup: 'B' }))
  expect((await read(before.cursor)).groups).toEqual([])
  await say(section(used, { vatGroup: 'B' }), section(kept, { vatGroup: 'B' }))
  expect((await read(before.cursor)).groups).toEqual([[0, 'B']])
})

test('tills load their lists again when the country gets a platform that knows AIB, and for no other change', async () => {
  const { code, ...country } = (await admin.call(countries.list, {})).find(({ code }) => code === BJ.id)!
  const write = (values: Partial<typeof country>) =>
    admin.call(countries.write, { params: { id: code }, body: { ...country, ...values } })
  const epoch = async () => (await as(shop.vendeur.token).call(pharmacyProducts.list, { query: { cursor: '' } })).epoch
  await write({ fiscalPlatform: 'none' })
  const before = await epoch()
  await write({ fiscalPlatform: 'none', phoneOperators: ['MTN'] })
  expect(await epoch()).toBe(before)
  await write({ fiscalPlatform: 'e-mecef' })
  const after = await epoch()
  expect(after).not.toBe(before)
  await write({ fiscalPlatform: 'e-mecef', phoneOperators: ['MTN'] })
  expect(await epoch()).toBe(after)
  await write({})
})
