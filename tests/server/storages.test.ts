import { expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, openShop } = await testApp()

test('a storage that is renamed reaches the tills: the products that it keeps get a new revision', async () => {
  const shop = await openShop('storages')
  const by = as(shop.titulaire.token)
  const { id } = await by.call(pharmacyProductStorages.create, { body: { label: 'Tiroir A3' } })
  await by.call(pharmacyProducts.patch, { params: { id: shop.products[0] }, body: { storageId: id } })
  const before = await by.call(pharmacyProducts.list, { query: { cursor: '', size: 2000 } })
  await by.call(pharmacyProductStorages.patch, { params: { id }, body: { label: 'Frigo' } })
  const { items } = await by.call(pharmacyProducts.list, { query: { cursor: before.cursor!, size: 200 } })
  expect(items.map((row) => [row.id, row.storage])).toEqual([[shop.products[0], 'Frigo']])
})

test('a label is used once, and an archived storage is no longer offered', async () => {
  const shop = await openShop('storages once')
  const by = as(shop.titulaire.token)
  const { id } = await by.call(pharmacyProductStorages.create, { body: { label: 'Frigo' } })
  await expect(by.call(pharmacyProductStorages.create, { body: { label: 'Frigo' } })).rejects.toMatchObject({
    message: 'requests:taken',
  })
  await by.call(pharmacyProductStorages.remove, { params: { id } })
  expect(await by.call(pharmacyProductStorages.all, {})).toEqual([])
  await expect(
    by.call(pharmacyProducts.patch, { params: { id: shop.products[0] }, body: { storageId: id } }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
})
