import { beforeAll, expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { onePage } from '#shared/contract/values.ts'
import { findSales } from '#server/sales/sale-list.repo.ts'
import { copySales, expectRead, rowsRead } from '#tests/server/support/rows-read.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('rows only')
const copies = 3000

beforeAll(async () => {
  await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { lines: [lineOf(shop, 0)] }) })
  await database.platform((tx) => copySales(tx, shop.id, copies))
})

const page = (query: object) =>
  as(shop.titulaire.token).call(sales.list, { query: { size: 20, ...query } }) as Promise<Record<string, unknown>>

test('the first page has total and sums, a later one its rows alone', async () => {
  expect(Object.keys(await page(onePage({ query: { page: 0 } }).query))).toContain('turnover')
  const later = await page(onePage({ query: { page: 3 } }).query)
  expect(Object.keys(later)).toEqual(['items'])
  expect(later['items']).toEqual((await page({ page: 3 }))['items'])
})

test('a page without sums reads its own sales, not those of all years', async () => {
  const seen = { hidesTakings: false, withheld: [] }
  await database.read(shop.id, (tx) =>
    expectRead(tx, { sales: 200 }, () => findSales(tx, shop.id, { page: 1, size: 20, rowsOnly: 'true', ...seen })),
  )
  await database.read(shop.id, async (tx) => {
    const { total } = await findSales(tx, shop.id, { page: 1, size: 20, ...seen })
    expect(total).toBe(copies + 1)
    expect((await rowsRead(tx))['sales']).toBeGreaterThan(copies)
  })
})
