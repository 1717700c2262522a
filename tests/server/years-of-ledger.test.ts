import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receivables } from '#server/bills/bill-report.repo.ts'
import { unbilledVouchers } from '#server/bills/voucher.repo.ts'
import { usesOfContracts, usesOfPolicies } from '#server/coverage/policy-uses.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { pageOfMovements, sumsOfMovements } from '#server/movements/movement.repo.ts'
import { findSales } from '#server/sales/sale-list.repo.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { aPolicy, type TestPolicy } from '#tests/server/support/insured.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const database = await testDatabase()
const years = 20_000
const ofMonth = 60
const month = { from: '2026-03-01', to: '2026-03-31' }

/** Sales of years before, each with its movement and a share that its insurer has paid, and a few of one month, not billed. */
async function fillLedger(
  { id, registerId, vendeur, terminal }: Shop,
  { policyId, payerId }: TestPolicy,
): Promise<void> {
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
    await sql`
      insert into sale_payments (pharmacy_id, sale_id, id, position, type, amount, data, policy_id)
      select pharmacy_id, id, gen_random_uuid(), 0, 'INSURANCE', 600, '{}', ${policyId} from sales where pharmacy_id = ${id}`.execute(
      tx,
    )
    await sql`
      insert into bills (pharmacy_id, id, number, company_id, status, amount, issued_on, from_day, to_day, due_on, created_at)
      select ${id}, gen_random_uuid(), 'F' || n, ${payerId}, 'closed', 60000, '2023-01-01', '2022-01-01', '2022-12-31', '2023-02-01', '2023-01-01'
      from generate_series(1, ${years / 100}::int) n`.execute(tx)
    await sql`
      insert into bill_lines (pharmacy_id, bill_id, sale_id, payment_id, amount)
      select y.pharmacy_id, b.id, y.sale_id, y.id, y.amount from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
        join bills b on b.pharmacy_id = y.pharmacy_id and b.number = 'F' || (s.number + 99) / 100
      where y.pharmacy_id = ${id}`.execute(tx)
    await sql`
      insert into bill_settlements (pharmacy_id, id, bill_id, sale_id, payment_id, kind, amount, settled_at)
      select pharmacy_id, gen_random_uuid(), bill_id, sale_id, payment_id, 'paid', amount, '2023-02-01' from bill_lines
      where pharmacy_id = ${id}`.execute(tx)
  })
  // What vacuum does for the entries of payments that a bill holds since.
  await database.platform(async (tx) => {
    await sql`reindex table sale_payments`.execute(tx)
    await sql`analyze`.execute(tx)
  })
}

const tables = ['register_movements', 'sales', 'sale_payments', 'bill_lines', 'bill_settlements']

/** Rows of these tables that this transaction has fetched until now. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = any(${tables})`.execute(
    tx,
  )
  return rows[0]!.count
}

const shop = await openShop(database, 'years of ledger')
const insured = await aPolicy(database, shop)
await fillLedger(shop, insured)
/** The policy or contract with a ceiling of the month. */
const limited = (id: string) => [
  { id, ceilings: { perSale: null, perDay: null, perMonth: 1, perYear: null }, year: { validFrom: null } },
]

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
  [
    'the vouchers that no bill holds',
    async (tx) =>
      (await unbilledVouchers(tx, shop.id, { before: new Date('2026-04-01'), types: ['INSURANCE', 'SOCIAL_SECURITY'] }))
        .length,
  ],
  [
    'what all payers owe',
    async (tx) => (await receivables(tx, shop.id, month.to)).reduce((sum, { owed }) => sum + owed, 0) / 600,
  ],
  [
    'what a policy used',
    async (tx) =>
      (await usesOfPolicies(tx, shop.id, limited(insured.policyId), month.to)).get(insured.policyId)!.usedInMonth / 600,
  ],
  [
    'what a contract used',
    async (tx) =>
      (await usesOfContracts(tx, shop.id, limited(insured.contractId), month.to)).get(insured.contractId)!.usedInMonth /
      600,
  ],
])('%s of a month: read from its own days, however many years stand before them', async (_, count) => {
  const [found, read] = await database.read(shop.id, async (tx) => {
    const before = await rowsRead(tx)
    return [await count(tx), (await rowsRead(tx)) - before]
  })
  expect(found).toBe(ofMonth)
  expect(read).toBeLessThan(5 * ofMonth)
})
