import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { idOf, openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

/** What is written at once is counted once: the shelf of an import, the lots of two products that become one. */
const database = await testDatabase()

/** Products with lots, nothing in them; returns their ids. */
async function products(tx: Tx, shop: Shop, { count, lots }: { count: number; lots: number }): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await sql`insert into pharmacy_products (pharmacy_id, id, private_label)
    select ${shop.id}, id, 'Produit ' || id from unnest(${ids}::uuid[]) id`.execute(tx)
  await sql`insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, quantity, purchase_price, sale_price)
    select ${shop.id}, gen_random_uuid(), id, ${idOf('packaging')}, 0, 1, 2
    from unnest(${ids}::uuid[]) id, generate_series(1, ${lots}) lot`.execute(tx)
  return ids
}

/** One movement of each lot on each of these days before a day. */
async function moved(tx: Tx, shop: Shop, ids: readonly string[], days: number): Promise<void> {
  await sql`insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
    select ${shop.id}, gen_random_uuid(), i.id, 'delivery', 1, 0, 1, timestamptz '2026-11-01 10:00Z' - day * interval '1 day'
    from stock_items i, generate_series(1, ${days}) day
    where i.pharmacy_id = ${shop.id} and i.pharmacy_product_id = any(${[...ids]}::uuid[])`.execute(tx)
}
const ofDays = async (shop: Shop) =>
  (await brokenLedgers(database, shop.id)).filter((fault) => fault.startsWith('of product'))

test('movements of many products take no longer at once than in parts', { timeout: 120_000 }, async () => {
  const shop = await openShop(database, 'many at once')
  const took = async (parts: readonly (readonly string[])[]) => {
    const start = performance.now()
    for (const ids of parts) await database.platform((tx) => moved(tx, shop, ids, 1))
    return performance.now() - start
  }
  const two = () => database.platform((tx) => products(tx, shop, { count: 8000, lots: 1 }))
  const [whole, parted] = [await two(), await two()]
  const parts = Array.from({ length: 16 }, (_, part) => parted.slice(part * 500, (part + 1) * 500))
  const inParts = await took(parts)
  expect(await took([whole])).toBeLessThan(2 * inParts)
  expect(await ofDays(shop)).toEqual([])
})

test('two products that become one are counted once, whatever their lots', { timeout: 60_000 }, async () => {
  const shop = await openShop(database, 'many lots')
  const written = await database.platform(async (tx) => {
    const [kept, duplicate] = await products(tx, shop, { count: 2, lots: 20 })
    await moved(tx, shop, [kept!, duplicate!], 10)
    const inserted = async () => {
      const { rows } = await sql<{ rows: number }>`select n_tup_ins::int as rows from pg_stat_xact_user_tables
        where relname = 'product_days'`.execute(tx)
      return rows[0]!.rows
    }
    const before = await inserted()
    await sql`update stock_items set pharmacy_product_id = ${kept} where pharmacy_id = ${shop.id}
      and pharmacy_product_id = ${duplicate}`.execute(tx)
    return (await inserted()) - before
  })
  expect(written).toBe(10)
  expect(await ofDays(shop)).toEqual([])
})
