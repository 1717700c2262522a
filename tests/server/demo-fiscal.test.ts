import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { isClientTaxId } from '#shared/domain/fiscal/buyer.ts'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import { openSecrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { campGuezo, demoPharmacies, plateauLagune } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { openFiscalQueue } from '#server/fiscal-documents/fiscal-queue.ts'
import { openHints } from '#server/hints/hints.ts'
import { openDemoFiscal, type DemoFiscal } from '#server/demo/demo-fiscal.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const now = new Date('2026-11-21T19:14:00Z')
const secrets = openSecrets(['0123456789abcdef'.repeat(4)])
let database: Database
let fiscal: DemoFiscal
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
  fiscal = await openDemoFiscal()
  await fiscal.equip(database, secrets, now)
})
afterAll(async () => {
  await fiscal.close()
  await database.close()
})

const certify = async () => {
  const hints = await openHints()
  const queue = openFiscalQueue({
    database,
    hints,
    secrets,
    simulators: fiscal.urls,
    now: () => now,
    onError: (error) => {
      throw error
    },
  })
  await queue.runWaiting()
  await hints.close()
}
const states = async (pharmacyId: string) => {
  const { rows } = await database.platform((tx) =>
    sql<{ state: string; count: number }>`select state, count(*)::int as count from fiscal_documents
      where pharmacy_id = ${pharmacyId} group by state`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test.each(demoPharmacies)(
  '$name: most sales are certified, some wait, one is refused, one is to verify, one has no group',
  async ({ id }) => {
    await certify()
    const first = await states(id)
    expect(first).toMatchObject({ waiting: 2, rejected: 1, uncertain: 1, incomplete: 1 })
    expect(first.certified).toBeGreaterThan(20)
    // A second start gives new keys and makes nothing twice.
    await fiscal.equip(database, secrets, now)
    await certify()
    expect(await states(id)).toEqual(first)
  },
)

test.each(demoPharmacies)('$name: the last closings are reports, each counts documents', async ({ id }) => {
  const { rows } = await database.platform((tx) =>
    sql<{ number: number; documents: number; open: number }>`
      select z.number, count(d.id)::int as documents, count(*) filter (where r.closed_at is distinct from z.closed_at)::int as open
      from fiscal_z_reports z
      join cash_registers r on r.pharmacy_id = z.pharmacy_id and r.id = z.register_id
      left join fiscal_documents d on d.pharmacy_id = z.pharmacy_id and d.z_number = z.number and d.register_id = z.register_id
      where z.pharmacy_id = ${id} group by z.number order by z.number`.execute(tx),
  )
  expect(rows.length).toBeGreaterThanOrEqual(2)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1))
  for (const { documents, open } of rows) {
    expect(documents).toBeGreaterThanOrEqual(1)
    expect(open).toBe(0)
  }
})

test.each(demoPharmacies)(
  '$name: sales to companies are certified with the number of their sale',
  async ({ id, countryCode }) => {
    await certify()
    const { rows } = await database.platform((tx) =>
      sql<{ state: string; taxId: string; isSame: boolean; platform: FiscalPlatform }>`
      select d.state, s.buyer ->> 'taxId' as "taxId", c.fiscal_platform as platform,
        s.buyer @> (d.content -> 'client') as "isSame"
      from sales s join fiscal_documents d on d.pharmacy_id = s.pharmacy_id and d.sale_id = s.id
        join pharmacies p on p.id = s.pharmacy_id join countries c on c.code = p.country_code
      where s.pharmacy_id = ${id} and s.buyer is not null order by d.state`.execute(tx),
    )
    // One more owes AIB in Cotonou.
    const aib = countryCode === 'BJ' ? ['certified'] : []
    expect(rows.map(({ state }) => state)).toEqual(['certified', 'certified', ...aib, 'rejected'])
    for (const { taxId, isSame, platform } of rows)
      expect([isSame, isClientTaxId(taxId, platform)]).toEqual([true, true])
  },
)

test('Abidjan shows its stamp duty: what its tills took is what the platform says of each certified sale', async () => {
  await certify()
  const { rows } = await database.platform((tx) =>
    sql<{ stamped: number; differing: number }>`
      select count(*) filter (where (elements ->> 'stampDuty')::int > 0)::int as stamped,
        count(*) filter (where elements ? 'expectedStampDuty')::int as differing
      from fiscal_documents where pharmacy_id = ${plateauLagune.id} and state = 'certified'`.execute(tx),
  )
  expect(rows[0]!.stamped).toBeGreaterThan(10)
  expect(rows[0]!.differing).toBe(0)
})

test('a company of Cotonou owes AIB: its sale is paid with it, and certified with it', async () => {
  await certify()
  const { rows } = await database.platform((tx) =>
    sql<{
      organization: string
      sale: string
      levied: number
      paid: number
      total: number
      certified: number
      lines: number
    }>`
      select o.aib as organization, s.buyer ->> 'aib' as sale, s.levied, s.total,
        (select sum(y.amount) from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id)::int
          + s.rounding as paid, d.total as certified,
        (select count(*) from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
          and l.levy = 'A')::int as lines
      from sales s join organizations o on o.pharmacy_id = s.pharmacy_id and o.id = (s.buyer ->> 'organizationId')::uuid
        join fiscal_documents d on d.pharmacy_id = s.pharmacy_id and d.sale_id = s.id and d.state = 'certified'
      where s.pharmacy_id = ${campGuezo.id} and s.levied > 0`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  const { total } = rows[0]!
  expect(rows).toMatchObject([{ organization: 'A', sale: 'A', paid: total, certified: total, lines: 1 }])
  expect(rows[0]!.levied).toBeGreaterThan(0)
})
