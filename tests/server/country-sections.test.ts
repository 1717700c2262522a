import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Section } from '#shared/contract/sections.ts'
import { countries } from '#shared/contract/countries.ts'
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
