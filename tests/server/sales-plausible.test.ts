import { afterEach, beforeEach, expect, test } from 'vitest'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-03-31T12:00:00.000Z')
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`plausible ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const soldAt = '2026-03-31T12:00:00.000Z'
const close = (sale: NewSale, member = shop.vendeur) => as(member.token).call(sales.close, { body: sale })

test('change above the largest note of the country is flagged, a note for a small sum is not', async () => {
  expect((await close(aSale(shop, { soldAt, payments: [cash(1000, 10_000)] }))).flags).toEqual([])
  expect((await close(aSale(shop, { soldAt, payments: [cash(1000, 100_000_000)] }))).flags).toEqual(['change:large'])
})
