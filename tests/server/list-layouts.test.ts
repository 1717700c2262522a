import { expect, test } from 'vitest'
import { type ListLayout, listLayouts } from '#shared/contract/list-layouts.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, openShop } = await testApp()

const banks: ListLayout = {
  list: '/parametres/banques',
  order: ['etat', 'name'],
  hidden: ['etat'],
  shown: [],
}

test('how a member wants a list is his own: the last one that was sent stands, once for each list', async () => {
  const shop = await openShop('layouts of two members')
  const pharmacist = as(shop.pharmacien.token)
  expect(await pharmacist.call(listLayouts.mine, {})).toEqual([])
  await pharmacist.call(listLayouts.put, { body: banks })
  const changed = { ...banks, hidden: [] }
  expect(await pharmacist.call(listLayouts.put, { body: changed })).toEqual(changed)
  await pharmacist.call(listLayouts.put, { body: { ...banks, list: '/ventes' } })
  expect(await pharmacist.call(listLayouts.mine, {})).toEqual([changed, { ...banks, list: '/ventes' }])
  expect(await as(shop.vendeur.token).call(listLayouts.mine, {})).toEqual([])
})

test('nobody sees the layouts of another pharmacy', async () => {
  const [mine, other] = [await openShop('layouts here'), await openShop('layouts there')]
  await as(other.pharmacien.token).call(listLayouts.put, { body: banks })
  expect(await as(mine.pharmacien.token).call(listLayouts.mine, {})).toEqual([])
})

test.each([
  ['an address that is none', { ...banks, list: 'javascript:alert(1)' }],
  ['too many columns', { ...banks, hidden: Array.from({ length: 61 }, (_, n) => `c${n}`) }],
])('%s is refused', async (why, body) => {
  const shop = await openShop(`layouts refused ${why}`)
  await expect(as(shop.pharmacien.token).call(listLayouts.put, { body })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})
