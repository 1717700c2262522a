import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { openShop, shopOf } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'

const database = await testDatabase()
afterAll(() => database.close())
const mine = await openShop(database, 'mine')
const theirs = await openShop(database, 'theirs')
for (const shop of [mine, theirs]) await aFullShop(database, shop)

/** What must never be changed or taken away once written. */
const ledgers = [
  'stock_movements',
  'register_movements',
  'sale_records',
  'sale_payments',
  'sale_events',
  'sale_returns',
  'sale_return_lines',
  'sale_refunds',
  'sale_photos',
  'prescription_entries',
  'prescription_amendments',
  'missed_sales',
  'exports',
  'audit_entries',
  'register_counts',
  'register_events',
  'disbursements',
  'disbursement_photos',
  'stock_item_prices',
  'discarded_parcels',
  'price_changes',
  'destructions',
  'destruction_lines',
  'recall_contacts',
  'lot_blocks',
  'fiscal_exchanges',
  'fiscal_z_reports',
  'lot_corrections',
  'inventory_counts',
  'storage_moves',
  'supplier_return_credits',
  'supplier_return_lines',
  'order_preparations',
  'mail_attachments',
  'accounting_exports',
  'accounting_pieces',
  'assistant_calls',
  'product_days',
] as const

const tenantTables = await database.platform(async (tx) => {
  const { rows } = await sql<{
    name: string
  }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'pharmacy_id' order by 1`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
})
const idsIn = async (tx: Tx, table: string): Promise<string[]> =>
  (await sql<{ pharmacy_id: string }>`select distinct pharmacy_id from ${sql.table(table)}`.execute(tx)).rows.map(
    (row) => row.pharmacy_id,
  )

test('every table of a pharmacy is looked at', () => {
  expect(tenantTables.length).toBeGreaterThanOrEqual(19)
})

test.each(tenantTables)('a query without a condition on %s sees one’s own rows only', async (table) => {
  const everywhere = await database.platform((tx) => idsIn(tx, table))
  // otherwise seeing nothing of theirs would prove nothing
  expect(everywhere).toEqual(expect.arrayContaining([mine.id, theirs.id]))
  expect(await database.read(mine.id, (tx) => idsIn(tx, table))).toEqual([mine.id])
})

test.each(tenantTables.filter((table) => !ledgers.some((ledger) => ledger === table)))(
  'a change of all rows of %s leaves those of another pharmacy alone',
  async (table) => {
    const before = await contentOf(table, theirs.id)
    const touched = await database.write(mine.id, (tx) =>
      sql`update ${sql.table(table)} set pharmacy_id = pharmacy_id where pharmacy_id = ${theirs.id}`.execute(tx),
    )
    expect(touched.numAffectedRows).toBe(0n)
    expect(await contentOf(table, theirs.id)).toBe(before)
  },
)

test('a row cannot be written into another pharmacy', async () => {
  const writing = database.write(mine.id, (tx) =>
    tx
      .insertInto('storages')
      .values({ pharmacy_id: theirs.id, id: shopOf('x').id, label: 'Tiroir' })
      .execute(),
  )
  await expect(writing).rejects.toMatchObject({ code: '42501' })
})

test('a function of a repo that forgets its filter reads and changes what is one’s own, and no more', async () => {
  /** As the repos are written, with joins, and without `where pharmacy_id = …` on purpose. */
  const whoBoughtWhat = (tx: Tx) =>
    tx
      .selectFrom('sales')
      .innerJoin('sale_records', 'sale_records.sale_id', 'sales.id')
      .leftJoin('persons', 'persons.id', 'sales.patient_id')
      .select(['sales.pharmacy_id', 'sale_records.label', 'persons.last_name'])
      .execute()
  const renameEverybody = (tx: Tx) => tx.updateTable('persons').set({ last_name: 'Renommé' }).execute()
  const pharmaciesOf = (rows: readonly { pharmacy_id: string }[]) => new Set(rows.map((row) => row.pharmacy_id))
  expect(pharmaciesOf(await database.platform(whoBoughtWhat))).toEqual(new Set([mine.id, theirs.id]))
  expect(pharmaciesOf(await database.read(mine.id, whoBoughtWhat))).toEqual(new Set([mine.id]))
  const before = await contentOf('persons', theirs.id)
  const own = await contentOf('persons', mine.id)
  await database.write(mine.id, renameEverybody)
  expect(await contentOf('persons', theirs.id)).toBe(before)
  expect(await contentOf('persons', mine.id)).not.toBe(own)
})

test('a pharmacy sees itself alone among the pharmacies', async () => {
  expect(await database.read(mine.id, (tx) => tx.selectFrom('pharmacies').select('id').execute())).toEqual([
    { id: mine.id },
  ])
})

test.each(ledgers)('%s are only ever added to', async (ledger) => {
  await expect(
    database.write(mine.id, (tx) => sql`update ${sql.table(ledger)} set pharmacy_id = pharmacy_id`.execute(tx)),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    database.write(mine.id, (tx) => sql`delete from ${sql.table(ledger)}`.execute(tx)),
  ).rejects.toMatchObject({ code: '42501' })
})

test('without a pharmacy the application’s role sees nothing', async () => {
  await database.platform(async (tx) => {
    await sql`set local role officine_app`.execute(tx)
    for (const table of tenantTables) expect(await idsIn(tx, table)).toEqual([])
  })
})

function contentOf(table: string, pharmacyId: string): Promise<string> {
  return database.platform(async (tx) => {
    const { rows } = await sql<{
      content: string
    }>`select coalesce(string_agg(rows::text, '|' order by rows::text), '') as content from ${sql.table(table)} as rows where pharmacy_id = ${pharmacyId}`.execute(
      tx,
    )
    return rows[0]?.content ?? ''
  })
}
