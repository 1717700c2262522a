import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import type { Database } from '#server/db/database.ts'
import { campGuezo, demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'

const now = new Date('2026-11-21T19:14:00Z')

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
})
afterAll(() => database.close())

const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  database.platform(async (tx) => (await query.execute(tx)).rows)

test('pharmacists discount up to a limit, the owner without one', async () => {
  const roles = await rowsOf<{ name: string; limit: number | null }>(
    sql`select name, discount_limit as limit from roles where 'sale.discount' = any (permissions) order by name, pharmacy_id`,
  )
  expect(roles).toEqual([
    { name: 'pharmacien', limit: 10 },
    { name: 'pharmacien', limit: 10 },
    { name: 'titulaire', limit: null },
    { name: 'titulaire', limit: null },
  ])
})

test('each pharmacy offers services and says when it is open', async () => {
  const rows = await rowsOf<{ settings: unknown }>(sql`select settings from pharmacies`)
  expect(rows).toHaveLength(demoPharmacies.length)
  for (const { settings } of rows) {
    const { printers, services, openingHours } = PharmacySettings.strict().parse(settings)
    expect([printers, services.map(({ label, price }) => [label, price]), openingHours]).toEqual([
      [],
      [
        ['Prise de tension', 500],
        ['Glycémie capillaire', 1000],
        ['Injection', 1000],
        ['Livraison à domicile', 1500],
      ],
      'Lun.–sam. 8\u00a0h–20\u00a0h',
    ])
  }
})

test('a box has the units that its label says', async () => {
  expect(
    await rowsOf(sql`
    select p.label, k.units from products p join product_packagings l on l.product_id = p.id join packagings k on k.id = l.packaging_id
    where k.units <> coalesce(substring(p.label from '(?:B|Pqt)/([0-9]+)$')::int, 1)`),
  ).toEqual([])
  expect(
    await rowsOf(sql`
    select i.id from stock_items i join pharmacy_products h on h.pharmacy_id = i.pharmacy_id and h.id = i.pharmacy_product_id
    where i.packaging_id <> (select l.packaging_id from product_packagings l where l.product_id = h.product_id)`),
  ).toEqual([])
  const [boxes] = await rowsOf<{ share: number }>(
    sql`select (count(*) filter (where k.units > 1) * 100 / count(*))::int as share from stock_items i join packagings k on k.id = i.packaging_id`,
  )
  expect(boxes?.share).toBeGreaterThan(50)
})

test('who left without was noted by a member at his counter, up to now, for all reasons there are', async () => {
  const [missed] = await rowsOf<{ count: number; reasons: number; unknown: number; last: Date }>(sql`
    select count(*) as count, count(distinct reason) as reasons, count(*) filter (where pharmacy_product_id is null) as unknown, max(missed_at) as last from missed_sales where pharmacy_id = ${campGuezo.id}`)
  expect(missed?.count).toBeGreaterThan(50)
  expect([missed?.reasons, missed!.unknown > 0, missed!.last <= now]).toEqual([2, true, true])
  expect(
    await rowsOf(
      sql`select m.id from missed_sales m where (m.price is null) <> (m.pharmacy_product_id is null) or m.reason = 'too-dear' and m.price < 5000`,
    ),
  ).toEqual([])
  expect(
    await rowsOf(
      sql`select m.id from missed_sales m where not exists (select from unlocks k where k.pharmacy_id = m.pharmacy_id and k.user_id = m.user_id and k.terminal_id = m.terminal_id and k.at < m.missed_at)`,
    ),
  ).toEqual([])
})

test('what was missed as absent had nothing left to be sold on that day', async () => {
  expect(
    await rowsOf(sql`
    select m.id from missed_sales m join stock_items i on i.pharmacy_id = m.pharmacy_id and i.pharmacy_product_id = m.pharmacy_product_id
      join stock_movements v on v.pharmacy_id = i.pharmacy_id and v.stock_item_id = i.id and v.cause = 'sale' and (v.at + interval '1 hour')::date = (m.missed_at + interval '1 hour')::date
    where m.pharmacy_id = ${campGuezo.id} and m.reason = 'absent'`),
  ).toEqual([])
})

test('every listed medicine that was sold stands in the register, numbered without gaps in the order of time', async () => {
  expect(
    await rowsOf(sql`
    select r.id from sale_records r join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
      join pharmacy_products h on h.pharmacy_id = i.pharmacy_id and h.id = i.pharmacy_product_id join products p on p.id = h.product_id
      full join prescription_entries e on e.pharmacy_id = r.pharmacy_id and e.line_id = r.id
    where (p.prescription_list <> 'none' or p.id is null) and (e.quantity is distinct from r.quantity or e.list is distinct from p.prescription_list or e.lot is distinct from i.lot)`),
  ).toEqual([])
  expect(
    await rowsOf(sql`
    select number from (select number, row_number() over (partition by pharmacy_id order by entered_at, number) as expected from prescription_entries) e where number <> expected`),
  ).toEqual([])
  expect(
    await rowsOf(
      sql`select c.pharmacy_id from pharmacy_counters c where c.prescription_number <> (select count(*) from prescription_entries e where e.pharmacy_id = c.pharmacy_id)`,
    ),
  ).toEqual([])
  expect(
    await rowsOf(sql`
    select e.number from prescription_entries e join sales s on s.pharmacy_id = e.pharmacy_id and s.id = e.sale_id join pharmacies p on p.id = e.pharmacy_id
    where e.prescriber is distinct from s.prescription ->> 'prescriber' or e.prescribed_on > e.dispensed_on or e.dispensed_on <> (s.sold_at at time zone p.time_zone)::date`),
  ).toEqual([])
  const [missing] = await rowsOf<{ share: number }>(
    sql`select (count(*) filter (where prescriber is null) * 100 / count(*))::int as share from prescription_entries`,
  )
  expect(missing?.share).toBeGreaterThanOrEqual(5)
  expect(missing?.share).toBeLessThanOrEqual(15)
})
