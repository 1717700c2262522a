import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { acceptSale } from '#server/sales/accept-sale.ts'
import { reverseSale } from '#server/sales/reverse-sale.repo.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const database = await testDatabase()
const lots = 5_000

/** Lots and their products, as many as it takes for a reading of the whole shelf to show. */
async function fillShelf({ id }: Shop): Promise<void> {
  await database.platform(async (tx) => {
    await sql`insert into pharmacy_products (pharmacy_id, id, private_label, rev) select ${id}, gen_random_uuid(), 'Médicament ' || n, 1 from generate_series(1, ${lots}::int) n`.execute(
      tx,
    )
    await sql`
      insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, purchase_price, sale_price)
      select o.pharmacy_id, gen_random_uuid(), o.id, (select min(k.id::text)::uuid from packagings k), 'L1', 600, 1000 from pharmacy_products o where o.pharmacy_id = ${id}`.execute(
      tx,
    )
    await sql`analyze`.execute(tx)
  })
}

/** Rows of the shelf that this transaction has fetched until now. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname in ('stock_items', 'pharmacy_products')`.execute(
    tx,
  )
  return rows[0]!.count
}

function rowsReadBy(shop: Shop, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return database.write(shop.id, async (tx) => {
    const before = await rowsRead(tx)
    await work(tx)
    return (await rowsRead(tx)) - before
  })
}

test('a sale reads of the shelf what it sells, however large the shelf is; its cancellation too', async () => {
  const shop = await openShop(database, 'large shelf')
  await fillShelf(shop)
  const now = new Date()
  const sale = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] })
  const selling = await rowsReadBy(shop, async (tx) =>
    expect(
      await acceptSale(tx, { pharmacyId: shop.id, sale, sender: { userId: shop.terminal.id, unlockId: null }, now }),
    ).toMatchObject({ verdict: { accepted: true } }),
  )
  expect(selling).toBeGreaterThan(0)
  expect(selling).toBeLessThan(50)
  const { id, sellerId, registerId, soldAt } = sale
  const undoing = await rowsReadBy(shop, (tx) =>
    reverseSale(tx, {
      pharmacyId: shop.id,
      saleId: id,
      replacedBy: null,
      reason: 'Erreur',
      userId: sellerId,
      registerId,
      doneAt: soldAt,
      movedAt: soldAt,
      at: now.toISOString(),
      today: soldAt.slice(0, 10),
      rev: 1_000,
    }),
  )
  expect(undoing).toBeGreaterThan(0)
  expect(undoing).toBeLessThan(50)
})
