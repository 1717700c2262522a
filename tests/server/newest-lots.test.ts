import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newestLots } from '#server/stock/newest-lots.repo.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { database, openShop } = await testApp()

test('an archived lot gives no last cost: the one that came before it does, or none', async () => {
  const shop = await openShop('newest lots')
  const [first] = shop.lots
  const newest = () =>
    database.read(shop.id, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from ${newestLots(shop.id, { productIds: [shop.products[0]] })}`.execute(tx)
      return rows.map(({ id }) => id)
    })
  const archive = (id: string) =>
    database.platform((tx) =>
      sql`update stock_items set quantity = 0, archived = true where pharmacy_id = ${shop.id} and id = ${id}`.execute(
        tx,
      ),
    )
  const before = await newest()
  expect(before).toHaveLength(1)
  await archive(before[0]!)
  expect(await newest()).not.toContain(before[0])
  await archive(first)
  expect(await newest()).not.toContain(first)
})
