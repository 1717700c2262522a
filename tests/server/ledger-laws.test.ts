import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()

test('the laws of the ledgers see what does not add up', async () => {
  const shop = await openShop('ledger laws')
  const lot = await aLot(database, shop, { quantity: 9 })
  await as(shop.vendeur.token).call(sales.close, {
    body: aSale(shop, { lines: [{ lot: lot.id, quantity: 2, price: 1000 }] }),
  })
  expect(await brokenLedgers(database, shop.id)).toEqual([])

  await database.platform((tx) => sql`update stock_items set quantity = quantity + 1 where id = ${lot.id}`.execute(tx))
  expect(await brokenLedgers(database, shop.id)).toContain(`stock item ${lot.id} is not the sum of its movements`)
  await database.platform((tx) => sql`update sales set total = total + 5 where pharmacy_id = ${shop.id}`.execute(tx))
  expect(await brokenLedgers(database, shop.id)).toEqual(
    expect.arrayContaining([
      'the total of sale 1 is not its lines',
      'the register of sale 1 is not its payments and rounding',
    ]),
  )
  await database.platform((tx) => sql`update sale_records set quantity = 3 where pharmacy_id = ${shop.id}`.execute(tx))
  expect(await brokenLedgers(database, shop.id)).toContain('sale 1 moved other stock than it sold')
})
