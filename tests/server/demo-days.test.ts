import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findBills } from '#server/bills/bill.repo.ts'
import { demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

/** The demo starts on any day and at any hour: its past is whole, and nothing of it lies in the future. */
test.each([
  ['the first of a month, half past midnight in Cotonou and not yet in Abidjan', '2026-11-30T23:30:00Z'],
  ['the first of January', '2027-01-01T08:00:00Z'],
  ['the last day after a short month', '2027-03-31T12:00:00Z'],
])('the demo starts on %s', { timeout: 120_000 }, async (_, at) => {
  const now = new Date(at)
  const database = await testDatabase()
  await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
  const today = at.slice(0, 10)
  for (const { id } of demoPharmacies) {
    const { items } = await database.read(id, (tx) =>
      findBills(tx, id, { payerKind: 'company', page: 0, size: 100 }, today),
    )
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['open', 'sent', 'partly-paid', 'closed']))
    const { rows } = await database.platform((tx) =>
      sql`select number::text from sales where pharmacy_id = ${id} and sold_at > ${now}
        union all select cause from stock_movements where pharmacy_id = ${id} and at > ${now}
        union all select number::text from bill_payments where pharmacy_id = ${id} and created_at > ${now}`.execute(tx),
    )
    expect(rows).toEqual([])
    expect(await brokenLedgers(database, id)).toEqual([])
  }
})
