import { expect, test } from 'vitest'
import { countries } from '#shared/contract/countries.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { idOf, openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('pharmacies')
const other = await openShop('elsewhere')
const till = as(shop.terminal.token)

test('a till reads its pharmacy with the country’s currency and coins', async () => {
  expect(await till.call(pharmacies.read, { params: { id: shop.id } })).toMatchObject({
    id: shop.id,
    timeZone: 'Africa/Porto-Novo',
    country: { code: 'BJ', currency: { code: 'XOF', decimals: 0 }, cashRoundingStep: 5, fiscalPlatform: 'none' },
  })
})

test('another pharmacy is not there, whether it exists or not', async () => {
  for (const id of [other.id, idOf('no pharmacy')]) {
    for (const call of [pharmacies.read, pharmacies.users])
      await expect(till.call(call, { params: { id } })).rejects.toMatchObject({
        message: 'requests:notFound',
        status: 404,
      })
    await expect(as(shop.titulaire.token).call(pharmacies.roles, { params: { id } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
  }
})

test('the lock screen gets names, roles and rights, so that a seller knows whom to ask; nothing more', async () => {
  const members = await till.call(pharmacies.users, { params: { id: shop.id } })
  expect(members).toContainEqual({
    id: shop.vendeur.id,
    firstName: 'Afi',
    lastName: 'Dossou',
    roles: ['vendeur'],
    permissions: ['sale.sell', 'register.use'],
    discountLimit: null,
  })
  expect(members).toHaveLength(4)
})

test('the admin sees every pharmacy', async () => {
  const admin = as(await openAdmin(database))
  for (const { id } of [shop, other])
    expect(await admin.call(pharmacies.read, { params: { id } })).toMatchObject({ id })
  expect(await admin.call(pharmacies.roles, { params: { id: other.id } })).toHaveLength(4)
})

test('countries are the same for all', async () => {
  expect(await till.call(countries.list, {})).toEqual(await as(await openAdmin(database)).call(countries.list, {}))
})
