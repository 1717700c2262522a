import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { pageOfMovements, sumsOfMovements } from '#server/movements/movement.repo.ts'
import { findSales } from '#server/sales/sale-list.repo.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const database = await testDatabase()
const years = 20_000
const ofMonth = 60
const month = { from: '2026-03-01', to: '2026-03-31' }

/** Sales of years before, each with its movement, and a few of one month. */
async function fillLedger({ id, registerId, vendeur, terminal }: Shop): Promise<void> {
  await database.platform(async (tx) => {
    await sql`insert into cash_registers (pharmacy_id, id, opened_by, opened_at) values (${id}, ${registerId}, ${vendeur.id}, '2020-01-01')`.execute(
      tx,
    )
    await sql`
      insert into sales (pharmacy_id, id, number, identifier, terminal_id, session_id, seller_id, seller_roles, register_id, total, rounding, units, sold_at, received_at)
      select ${id}, gen_random_uuid(), n, 'B-' || n, ${terminal.id}, ${vendeur.sessionId}, ${vendeur.id}, '{vendeur}', ${registerId}, 1000, 0, 1, at, at
      from generate_series(1, ${years + ofMonth}::int) n, lateral (select case when n > ${years}::int then '2026-03-10'::timestamptz else '2022-01-01'::timestamptz end + n * interval '1 minute' as at) moment`.execute(
      tx,
    )
    await sql`
      insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, sale_id)
      select pharmacy_id, gen_random_uuid(), register_id, 'sale', 'CASH', total, received_at, sold_at, seller_id, id from sales where pharmacy_id = ${id}`.execute(
      tx,
    )
    await sql`analyze`.execute(tx)
  })
}

/** Rows of the ledger and of sales that this transaction has fetched until now. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname in ('register_movements', 'sales')`.execute(
    tx,
  )
  return rows[0]!.count
}

const shop = await openShop(database, 'years of ledger')
await fillLedger(shop)

test.each<[string, (tx: Tx) => Promise<number>]>([
  [
    'the sums of the movements',
    async (tx) =>
      (await sumsOfMovements(tx, shop.id, { ...month, timeZone: await timeZoneOf(tx, shop.id), withheld: [] })).count,
  ],
  [
    'a page of the movements',
    async (tx) =>
      (
        await pageOfMovements(
          tx,
          shop.id,
          { ...month, timeZone: await timeZoneOf(tx, shop.id), withheld: [] },
          { size: 100 },
        )
      ).items.length,
  ],
  [
    'a search of the movements',
    async (tx) =>
      (
        await pageOfMovements(
          tx,
          shop.id,
          { ...month, search: 'dossou', timeZone: await timeZoneOf(tx, shop.id), withheld: [] },
          { size: 100 },
        )
      ).items.length,
  ],
  [
    'the list of sales, sorted by name',
    async (tx) =>
      (await findSales(tx, shop.id, { ...month, sort: 'seller', page: 0, size: 10, hidesTakings: false, withheld: [] }))
        .total,
  ],
  [
    'the list of sales',
    async (tx) =>
      (await findSales(tx, shop.id, { ...month, page: 0, size: 10, hidesTakings: false, withheld: [] })).total,
  ],
  [
    'the list of sales, for who may not see what is taken',
    async (tx) =>
      (await findSales(tx, shop.id, { ...month, page: 0, size: 10, hidesTakings: true, withheld: [] })).total,
  ],
])('%s of a month: read from its own days, however many years stand before them', async (_, count) => {
  const [found, read] = await database.read(shop.id, async (tx) => {
    const before = await rowsRead(tx)
    return [await count(tx), (await rowsRead(tx)) - before]
  })
  expect(found).toBe(ofMonth)
  expect(read).toBeLessThan(5 * ofMonth)
})
