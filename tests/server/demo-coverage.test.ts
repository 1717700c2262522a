import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Payment } from '#shared/contract/payment.ts'
import { policyOfPayment } from '#shared/domain/payment.ts'
import { indexProducts, matchLine } from '#shared/domain/scheme/match-line.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import { campGuezo, demoPharmacies, plateauLagune } from '#server/demo/demo-pharmacies.ts'
import { medicines } from '#server/demo/medicines/medicines.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'

const now = new Date('2026-11-21T19:14:00Z')
const today = '2026-11-21'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
})
afterAll(() => database.close())

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return database.platform(async (tx) => (await query.execute(tx)).rows)
}

describe('the clients', () => {
  test('insurers, social security, employers and patients, some of them written down twice, with telephones as the server keeps them', async () => {
    const [count] = await rowsOf(sql`
      select (select count(*) from companies where pharmacy_id = ${campGuezo.id}) as companies, (select count(*) from companies where pharmacy_id = ${campGuezo.id} and kind = 'social-security') as state,
        (select count(*) from organizations where pharmacy_id = ${campGuezo.id}) as organizations, (select count(*) from persons where pharmacy_id = ${campGuezo.id}) as persons`)
    expect(count).toEqual({ companies: 7, state: 1, organizations: 8, persons: 154 })
    expect(
      await rowsOf(
        sql`select phone from persons where phone !~ (case pharmacy_id when ${campGuezo.id} then '^\\+22901\\d{8}$' else '^\\+2250[157]\\d{8}$' end)`,
      ),
    ).toEqual([])
    const twice = await rowsOf<{ names: string[] }>(sql`
      select array_agg(first_name) as names from persons where pharmacy_id = ${campGuezo.id} group by phone, folded(last_name), left(first_name, 1) having count(*) > 1
        and count(*) filter (where birth_date is null) > 0`)
    expect(twice.length).toBeGreaterThanOrEqual(2)
  })

  test('families: no child is born before its parent was eighteen, and nobody is his own relative’s relative twice', async () => {
    const [families] = await rowsOf<{ spouses: number; children: number; wrong: number }>(sql`
      select count(*) filter (where r.kind = 'spouse') as spouses, count(*) filter (where r.kind = 'child') as children,
        count(*) filter (where r.kind = 'child' and c.birth_date < p.birth_date + interval '17 years') as wrong
      from relationships r join persons p on p.id = r.person_id join persons c on c.id = r.relative_id`)
    expect(families?.spouses).toBeGreaterThan(20)
    expect(families?.children).toBeGreaterThan(30)
    expect(families?.wrong).toBe(0)
  })

  test('banks and tags of each pharmacy; a cheque is of one of its banks', async () => {
    expect(
      await rowsOf(
        sql`select y.data from sale_payments y where y.type = 'CHEQUE' and not exists (select from banks b where b.pharmacy_id = y.pharmacy_id and b.name = y.data ->> 'bank')`,
      ),
    ).toEqual([])
    const tags = await rowsOf<{ types: number }>(
      sql`select count(distinct type) as types from tags group by pharmacy_id`,
    )
    expect(tags.map(({ types }) => types)).toEqual([4, 4])
    expect(
      await rowsOf(
        sql`select id from persons f where not tag_ids <@ array(select t.id from tags t where t.pharmacy_id = f.pharmacy_id and t.type = 'person')`,
      ),
    ).toEqual([])
  })
})

describe('who is insured', () => {
  test('somewhat more than half of the patients, as principals and dependants, under 80/20, 70, 90 and 100 percent', async () => {
    const [count] = await rowsOf<{ share: number; dependants: number }>(sql`
      select count(*) filter (where exists (select from contract_policies k where k.beneficiary_id = f.id)) * 100 / count(*) as share,
        (select count(*) from contract_policies where pharmacy_id = ${campGuezo.id} and holder_id is not null) as dependants
      from persons f where f.pharmacy_id = ${campGuezo.id}`)
    expect(count?.share).toBeGreaterThanOrEqual(50)
    expect(count?.share).toBeLessThanOrEqual(70)
    expect(count?.dependants).toBeGreaterThan(15)
    const percents = await rowsOf<{ percent: number }>(
      sql`select distinct default_coverage as percent from contracts order by 1`,
    )
    expect(percents.map(({ percent }) => percent)).toEqual([60, 70, 80, 90, 100])
    expect(
      await rowsOf(
        sql`select label from contracts c where not exists (select from contract_policies k where k.contract_id = c.id)`,
      ),
    ).toEqual([])
  })

  test('one organization of each pharmacy pays itself, with a ceiling', async () => {
    const own = await rowsOf<{ name: string; percent: number; month: number }>(sql`
      select o.name, c.default_coverage as percent, c.ceiling_per_month as month from contracts c join organizations o on o.id = c.owner_organization_id where c.company_id is null order by o.name collate "C"`)
    expect(own).toEqual([
      { name: 'Lagune Logistique', percent: 100, month: 250_000 },
      { name: 'École La Colombe de Ganhi', percent: 100, month: 300_000 },
    ])
  })

  test('some cards have expired, some soon will, of some the month is nearly used', async () => {
    const [states] = await rowsOf<{ expired: number; expiring: number; nearly: number }>(sql`
      select count(*) filter (where k.valid_until < ${today}::date) as expired, count(*) filter (where k.valid_until between ${today}::date and ${today}::date + 30) as expiring,
        count(*) filter (where k.ceiling_per_month - 500 <= (select sum(y.amount) from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
          where y.pharmacy_id = k.pharmacy_id and y.policy_id = k.id and s.sold_at >= '2026-10-31T23:00Z')) as nearly
      from contract_policies k where k.pharmacy_id = ${campGuezo.id}`)
    expect(states?.expired).toBeGreaterThanOrEqual(3)
    expect(states?.expiring).toBeGreaterThanOrEqual(3)
    expect(states?.nearly).toBeGreaterThanOrEqual(3)
  })
})

describe('what was sold with others paying', () => {
  test('is kept as the contract of a sale keeps it, and goes by the policy and client that it names', async () => {
    const rows = await rowsOf<{
      id: string
      type: string
      amount: number
      data: object
      policy_id: string | null
      client_id: string | null
    }>(
      sql`select id, type, amount, data, policy_id, client_id from sale_payments where type in ('INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG')`,
    )
    expect(rows.length).toBeGreaterThan(300)
    for (const { policy_id, client_id, data, ...row } of rows) {
      const payment = { ...row, ...data }
      expect(Payment.parse(payment)).toEqual(payment)
      expect(policyOfPayment(Payment.parse(payment))).toBe(policy_id)
      const { creditMetadata: credit } = data as { creditMetadata?: { person?: string; organization?: string } }
      expect(credit?.person ?? credit?.organization ?? null).toBe(client_id)
    }
    expect(
      await rowsOf(sql`select y.id from sale_payments y where y.policy_id is not null and not exists (
      select from sales s join contract_policies k on k.pharmacy_id = s.pharmacy_id and k.beneficiary_id = s.patient_id where s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id and k.id = y.policy_id)`),
    ).toEqual([])
    expect(
      await rowsOf(
        sql`select id from sale_payments where type = 'INSURANCE' and coalesce(data #>> '{insuranceMetadata,voucher}', '') = ''`,
      ),
    ).toEqual([])
  })

  test('was paid by who was valid that day, within the ceilings of the contract', async () => {
    expect(
      await rowsOf(sql`
      select y.id from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id join pharmacies p on p.id = y.pharmacy_id
        join contract_policies k on k.id = y.policy_id join contracts c on c.id = k.contract_id
      where (s.sold_at at time zone p.time_zone)::date not between greatest(k.valid_from, c.valid_from) and least(coalesce(k.valid_until, 'infinity'), coalesce(c.valid_until, 'infinity'))`),
    ).toEqual([])
    expect(
      await rowsOf(sql`
      select c.label from sale_payments y join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id join pharmacies p on p.id = y.pharmacy_id
        join contract_policies k on k.id = y.policy_id join contracts c on c.id = k.contract_id
      group by c.id, c.label, c.ceiling_per_month, date_trunc('month', s.sold_at at time zone p.time_zone) having sum(y.amount) > c.ceiling_per_month`),
    ).toEqual([])
  })

  test('is owed within every limit, and bills ask for it once', async () => {
    for (const { id } of demoPharmacies) {
      const clients = await rowsOf<{ id: string; credit_limit: number }>(
        sql`select id, credit_limit from persons where pharmacy_id = ${id} union all select id, credit_limit from organizations where pharmacy_id = ${id}`,
      )
      const outgoing = await database.read(id, (tx) =>
        outgoingOf(
          tx,
          id,
          clients.map((client) => client.id),
        ),
      )
      const over = clients.filter(
        (client) => outgoing.get(client.id)!.billed + outgoing.get(client.id)!.unbilled > client.credit_limit,
      )
      expect(over).toEqual([])
      expect([...outgoing.values()].filter(({ unbilled }) => unbilled > 0).length).toBeGreaterThan(0)
    }
    expect(
      await rowsOf(
        sql`select b.id from bills b where b.amount is distinct from (select sum(l.amount) from bill_lines l where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id)`,
      ),
    ).toEqual([])
    expect(
      await rowsOf(sql`select sale_id from bill_lines group by pharmacy_id, sale_id, payment_id having count(*) > 1`),
    ).toEqual([])
    expect(
      await rowsOf(sql`
      select l.bill_id from bill_lines l join bills b on b.pharmacy_id = l.pharmacy_id and b.id = l.bill_id join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
      where y.amount <> l.amount or y.client_id is distinct from coalesce(b.person_id, b.organization_id)`),
    ).toEqual([])
    // each bill is of a period of several weeks, with all of its sales
    expect(
      await rowsOf(sql`
      select b.number from bills b join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id
        join sales s on s.pharmacy_id = l.pharmacy_id and s.id = l.sale_id join pharmacies p on p.id = b.pharmacy_id
        where (s.sold_at at time zone p.time_zone)::date not between b.from_day and b.to_day
          or b.to_day - b.from_day < 20 or b.issued_on < b.to_day`),
    ).toEqual([])
    expect(
      await rowsOf(sql`
      select count(*)::int as bills from bill_batch_items i join bills b on b.pharmacy_id = i.pharmacy_id and b.id = i.bill_id
        where b.sent_at = i.done_at group by i.pharmacy_id`),
    ).toEqual(demoPharmacies.map(() => ({ bills: 2 })))
    const statuses = await rowsOf<{ status: string; bills: number }>(
      sql`select status, count(*) as bills from bills where pharmacy_id = ${campGuezo.id} group by 1 order by 1`,
    )
    expect(statuses).toMatchObject([{ status: 'closed' }, { status: 'open' }])
    for (const { bills } of statuses) expect(bills).toBeGreaterThan(3)
  })
})

describe('the list of the national scheme', () => {
  const lines = (pharmacyId: string) =>
    rowsOf<{
      label: string
      inn: string
      dosage: string
      form: string
      base_price: number
      price: number
      product_id: string | null
    }>(sql`
      select l.label, l.inn, l.dosage, l.form, l.base_price, l.product_id, p.reference_price as price from product_health_insurances l left join products p on p.id = l.product_id where l.pharmacy_id = ${pharmacyId}`)

  test('has 60 to 120 lines, half of them with their product, never dearer than it', async () => {
    for (const { id } of [campGuezo, plateauLagune]) {
      const list = await lines(id)
      expect(list.length).toBeGreaterThanOrEqual(60)
      expect(list.length).toBeLessThanOrEqual(120)
      expect(list.filter(({ product_id }) => product_id !== null).length).toBe(list.length / 2)
      expect(list.filter(({ base_price, price }) => base_price > price && price !== null)).toEqual([])
    }
  })

  test('lets the others be found by substance, dosage and form', async () => {
    const index = indexProducts(medicines.map(({ id, label, inns, form }) => ({ id, label, inns, form, isSold: true })))
    const open = (await lines(campGuezo.id)).filter(({ product_id }) => product_id === null)
    const lost = open.filter(
      (line) => !matchLine(line, index).candidates.some(({ sameDosage, sameForm }) => sameDosage && sameForm),
    )
    expect(lost.map(({ label }) => label)).toEqual([])
  })

  test('pays first for who is enrolled', async () => {
    const [paid] = await rowsOf<{ sales: number; first: number }>(sql`
      select count(*) as sales, count(*) filter (where y.position = 0) as first from sale_payments y where y.type = 'SOCIAL_SECURITY'`)
    expect(paid?.sales).toBeGreaterThan(30)
    expect(paid?.first).toBe(paid?.sales)
  })
})
