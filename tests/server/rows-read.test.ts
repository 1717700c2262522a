import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { onePage } from '#shared/contract/values.ts'
import { findBillLines } from '#server/bills/bill.repo.ts'
import { findSales } from '#server/sales/sale-list.repo.ts'
import { copySales, expectRead, rowsRead } from '#tests/server/support/rows-read.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('rows only')
const copies = 3000

beforeAll(async () => {
  await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { lines: [lineOf(shop, 0)] }) })
  await database.platform((tx) => copySales(tx, shop.id, copies))
})

const page = (query: object) =>
  as(shop.titulaire.token).call(sales.list, { query: { size: 20, ...query } }) as Promise<Record<string, unknown>>

test('the first page has total and sums, a later one its rows alone', async () => {
  expect(Object.keys(await page(onePage({ query: { page: 0 } }).query))).toContain('turnover')
  const later = await page(onePage({ query: { page: 3 } }).query)
  expect(Object.keys(later)).toEqual(['items'])
  expect(later['items']).toEqual((await page({ page: 3 }))['items'])
})

test('the lines of a bill read their own sales and payments', async () => {
  const billId = randomUUID()
  await database.platform(async (tx) => {
    await sql`insert into bills (pharmacy_id, id, number, organization_id, status, amount, issued_on, from_day, to_day,
        due_on, created_by, created_at)
      values (${shop.id}, ${billId}, 'F-1', ${shop.organizationId}, 'open', 1000, '2026-01-31', '2026-01-01', '2026-01-31',
        '2026-02-28', ${shop.titulaire.id}, now())`.execute(tx)
    await sql`insert into bill_lines (pharmacy_id, bill_id, sale_id, payment_id, amount, position)
      select pharmacy_id, ${billId}, sale_id, id, amount, 1 from sale_payments where pharmacy_id = ${shop.id}
        limit 1`.execute(tx)
  })
  await database.read(shop.id, (tx) =>
    expectRead(tx, { sales: 20, sale_payments: 20 }, () => findBillLines(tx, shop.id, billId)),
  )
})

test('a page without sums reads its own sales, not those of all years', async () => {
  const seen = { hidesTakings: false, withheld: [] }
  await database.read(shop.id, (tx) =>
    expectRead(tx, { sales: 200 }, () => findSales(tx, shop.id, { page: 1, size: 20, rowsOnly: 'true', ...seen })),
  )
  await database.read(shop.id, async (tx) => {
    const { total } = await findSales(tx, shop.id, { page: 1, size: 20, ...seen })
    expect(total).toBe(copies + 1)
    expect((await rowsRead(tx))['sales']).toBeGreaterThan(copies)
  })
})

describe('sales are sorted alike when few of them are kept and when all are', () => {
  beforeAll(() =>
    database.platform(async (tx) => {
      await sql`select setseed(0.5)`.execute(tx)
      await sql`update sales s set patient_id = case when random() < 0.3 then ${shop.patientId}::uuid end,
          seller_id = case when random() < 0.5 then ${shop.pharmacien.id}::uuid else seller_id end
        where s.pharmacy_id = ${shop.id}`.execute(tx)
      await sql`insert into sale_payments (pharmacy_id, sale_id, id, position, type, amount, data, client_id)
        select s.pharmacy_id, s.id, gen_random_uuid(), p, case when r < 0.3 then 'CASH' when r < 0.5 then 'CHEQUE'
            when r < 0.8 then 'CREDIT' else 'CREDIT_ORG' end, 1, '{}', case when r >= 0.8 then ${shop.organizationId}::uuid
            when r >= 0.5 then (array[${shop.debtorId}, ${shop.patientId}]::uuid[])[p] end
        from (select s.*, p, random() as r from sales s, generate_series(1, 2) p
          where s.pharmacy_id = ${shop.id} and random() < 0.2) s`.execute(tx)
      await sql`insert into sale_returns (pharmacy_id, id, number, sale_id, register_id, user_id, total, rounding, reason,
          returned_at, received_at)
        select pharmacy_id, gen_random_uuid(), row_number() over (), id, register_id, seller_id, 1 + (random() * 9)::int, 0,
          'défaut', sold_at, sold_at
        from sales where pharmacy_id = ${shop.id} and random() < 0.1`.execute(tx)
    }),
  )

  const columns = ['seller', 'patient', 'debtors', 'payments', 'returned', 'state'] as const
  test.each(columns.flatMap((column) => [column, `-${column}`] as const))('%s', async (sort) => {
    const ids = async (query: object) =>
      (await as(shop.titulaire.token).call(sales.list, { query: { size: 2000, sort, ...query } })).items.map(
        ({ id }) => id,
      )
    expect(await ids({})).toEqual(await ids({ registerId: shop.registerId }))
  })
})
