import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { familyOf, refusableFeatures, familiesOf } from '#shared/contract/features.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { missedSales } from '#shared/contract/missed-sales.ts'
import { shortages } from '#shared/contract/shortages.ts'
import { users } from '#shared/contract/users.ts'
import { aMissedSale } from '#tests/server/support/missing.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, openShop } = await testApp({ disabledFeatures: ['inventories', 'missed-sales', 'no such feature'] })

test('a server refuses the calls of a feature that its windows are built without; the others answer', async () => {
  const shop = await openShop('without inventories')
  const titulaire = as(shop.titulaire.token)
  const disabled = { message: 'features:disabled', status: 403 }
  await expect(titulaire.call(inventories.list, {})).rejects.toMatchObject(disabled)
  await expect(titulaire.call(missedSales.list, { query: {} })).rejects.toMatchObject(disabled)
  await titulaire.call(shortages.list, { query: {} })
  await titulaire.call(users.all, {})
  // Without a right the refusal says no more than before.
  await expect(as(undefined).call(inventories.list, {})).rejects.toMatchObject({ message: 'auth:missingToken' })
})

test('what a till did before the feature went is accepted all the same', async () => {
  const shop = await openShop('late missed sale')
  await as(shop.vendeur.token).call(missedSales.create, { body: aMissedSale(shop) })
})

test('every feature that can be refused has calls, and none of them are the counter’s own', () => {
  const families = new Set(allCalls.map(({ endpoint }) => familyOf(endpoint.path)))
  for (const feature of refusableFeatures)
    for (const family of familiesOf([feature])) expect([feature, families.has(family)]).toEqual([feature, true])
  const needed = ['/sales', '/tokens', '/cash-registers', '/persons', '/pharmacy-products', '/pharmacies', '/users']
  expect(needed.filter((family) => familiesOf(refusableFeatures).has(family))).toEqual([])
})
