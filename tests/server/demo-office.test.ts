import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const now = new Date('2026-11-21T19:14:00Z')
let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
})
afterAll(() => database.close())

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return database.platform(async (tx) => (await query.execute(tx)).rows)
}

test.each(demoPharmacies)(
  '$slug: insurers’ bills were sent, paid in time, paid late, refused and are overdue',
  async ({ id }) => {
    const [bills] = await rowsOf<Record<string, number>>(sql`
    with bill as (
      select b.*, (select coalesce(sum(amount), 0) from bill_settlements z where z.pharmacy_id = b.pharmacy_id
          and z.bill_id = b.id and z.kind = 'paid' and z.undone_at is null) as paid,
        exists (select from bill_settlements z where z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id
          and z.kind <> 'paid' and z.undone_at is null) as is_refused,
        (select max(m.paid_on) from bill_settlements z join bill_payments m on m.pharmacy_id = z.pharmacy_id
          and m.id = z.bill_payment_id where z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id) as paid_on
      from bills b where b.pharmacy_id = ${id} and b.company_id is not null)
    select count(*) filter (where sent_at is not null)::int as sent, count(*) filter (where sent_at is null)::int as waiting,
      count(*) filter (where status = 'closed' and paid > 0)::int as settled,
      count(*) filter (where paid_on > due_on or (paid > 0 and status = 'open'))::int as late,
      count(*) filter (where is_refused)::int as refused,
      count(*) filter (where status = 'open' and due_on < ${'2026-11-21'}::date)::int as overdue
    from bill`)
    for (const [what, count] of Object.entries(bills!)) expect([what, count > 0]).toEqual([what, true])
  },
)

test.each(demoPharmacies)(
  '$slug: a bank and an operator told what came, with lines matched and lines to explain',
  async ({ id }) => {
    const statements = await rowsOf<{ kind: string; matched: number; open: number }>(sql`
    select s.kind, count(m.position)::int as matched,
      count(*) filter (where m.position is null and l.explained is null)::int as open
    from money_statements s join money_statement_lines l on l.pharmacy_id = s.pharmacy_id and l.statement_id = s.id
      left join money_line_matches m on m.pharmacy_id = l.pharmacy_id and m.statement_id = l.statement_id
        and m.position = l.position
    where s.pharmacy_id = ${id} group by s.id, s.kind order by s.kind`)
    expect(statements.map(({ kind }) => kind)).toEqual(['bank', 'mobile-money'])
    for (const { matched, open } of statements) {
      expect(matched).toBeGreaterThan(0)
      expect(open).toBeGreaterThan(0)
    }
  },
)

test.each(demoPharmacies)(
  '$slug: sales were canceled and brought back, drawers paid out and were deposited',
  async ({ id }) => {
    const [done] = await rowsOf<Record<string, number>>(sql`
    select (select count(*)::int from sales where pharmacy_id = ${id} and status = 'CANCELED') as canceled,
      (select count(*)::int from sale_returns where pharmacy_id = ${id}) as returns,
      (select count(*)::int from register_movements where pharmacy_id = ${id} and kind = 'disbursement') as disbursements,
      (select count(*)::int from register_movements where pharmacy_id = ${id} and kind = 'deposit') as deposits`)
    for (const [what, count] of Object.entries(done!)) expect([what, count > 0]).toEqual([what, true])
  },
)
