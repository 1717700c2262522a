import { sql, type KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mostReportRows, reports } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { readReport } from '#server/reports/report.repo.ts'
import { reportsOf } from '#tests/server/support/asking.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
const ask = reportsOf(server)
const products = 50_000
const period = { from: '2026-01-01', to: '2026-12-31' }

let shop: Shop
beforeAll(async () => {
  clock.now = new Date('2026-12-31T20:00:00Z')
  shop = await openShop('report bounds')
  await database.platform(async (tx) => {
    await sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx)
    await sql`insert into pharmacy_products (pharmacy_id, id, private_label, rev)
      select ${shop.id}, md5('product ' || n)::uuid, 'Produit ' || n, 1 from generate_series(1, ${products}::int) n`.execute(
      tx,
    )
    // Each product was missed on three days, at another hour each.
    await sql`insert into missed_sales (pharmacy_id, id, pharmacy_product_id, label, quantity, price, reason, user_id,
        terminal_id, missed_at, received_at)
      select ${shop.id}, gen_random_uuid(), md5('product ' || n)::uuid, 'Produit ' || n, 2, 500, 'absent',
        ${shop.vendeur.id}, ${shop.terminal.id}, at, at
      from generate_series(1, ${products}::int) n, generate_series(0, 2) d,
        lateral (select timestamptz '2026-02-01T08:00:00Z' + make_interval(days => n % 300 + d, hours => (n + 5 * d) % 10)) t (at)`.execute(
      tx,
    )
  })
}, 120_000)

const titulaire = () => as(shop.titulaire.token)

test('of a dimension with 50,000 values the first ones are told, with their number and the total of all', async () => {
  const { rows, groups, totals } = await ask(shop, {
    measures: ['missedSales', 'missedValue'],
    dimensions: ['product'],
    period,
    limit: 20,
  })
  expect([rows.length, groups, totals.values]).toEqual([20, products, [3 * products, 3000 * products]])
  await expect(
    ask(shop, { measures: ['missedSales'], dimensions: ['product'], period, limit: mostReportRows + 1 }),
  ).rejects.toMatchObject({ message: 'requests:invalid' })
}, 120_000)

test('two dimensions that could multiply to millions have the groups that there are rows of, and a file says what it lacks', async () => {
  const body = { measures: ['missedSales' as const], dimensions: ['product' as const, 'day' as const], period }
  const { rows, groups, totals } = await ask(shop, { ...body, limit: mostReportRows })
  expect([rows.length, groups, totals.values]).toEqual([mostReportRows, 3 * products, [3 * products]])
  const file = await titulaire().call(reports.file, {
    body: { ...body, limit: mostReportRows, title: 'Tout', format: 'csv' },
  })
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines).toContain(`${mostReportRows} premières lignes sur ${3 * products}`)
  expect(lines.at(-1)).toBe(`Total;;${3 * products}`)
}, 120_000)

test('measures of several sources, beside another period, are one statement', async () => {
  const moments = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-02-01T00:00:00Z') }
  const days = { from: '2026-01-01', to: '2026-01-31' }
  const scope = { pharmacyId: shop.id, days, today: days.to, timeZone: 'Africa/Porto-Novo', withheld: [], ...moments }
  const now = { ...scope, classedBy: { days, ...moments } }
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await database.read(shop.id, (tx) =>
    readReport(
      tx.withPlugin(counting),
      {
        measures: ['turnover', 'missedSales', 'lost', 'boxesClosing', 'bought', 'serviceRate', 'outDays'],
        dimensions: ['product'],
        filters: [{ dimension: 'abc', keys: ['A', 'C'] }],
        order: { by: 'turnover', of: 'change', descending: true },
        only: [{ by: 'missedSales', of: 'value', is: 'some' }],
        limit: 10,
      },
      { now, past: { scope: now, shift: { months: 1 } }, timeZone: scope.timeZone },
    ),
  )
  expect(statements).toBe(1)
})

test('a filter of more groups than it takes, and more dimensions than a table has, are refused', async () => {
  const keys = Array.from({ length: 2001 }, (_, at) => String(at))
  const query = { measures: ['missedSales' as const], period }
  for (const bad of [
    { filters: [{ dimension: 'product' as const, keys }] },
    { dimensions: ['product' as const, 'day' as const, 'hour' as const, 'seller' as const] },
  ])
    await expect(ask(shop, { ...query, ...bad })).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('a hundred years, by day and beside the hundred years before, answer', async () => {
  const hundred = { from: '1927-01-01', to: '2026-12-31' }
  const query = { measures: ['missedSales' as const], dimensions: ['day' as const], period: hundred }
  const { groups, totals } = await ask(shop, { ...query, comparison: 'before', limit: mostReportRows })
  expect([groups, totals.values, totals.compared]).toEqual([302, [3 * products], [0]])
  await expect(ask(shop, { ...query, comparison: 'year' })).resolves.toBeTruthy()
}, 120_000)

test('a sale of a device whose clock is two days ahead, or years behind, is of its true day', async () => {
  const other = await openShop('report bounds, clocks')
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${other.id}`.execute(tx),
  )
  clock.now = new Date('2026-12-31T12:00:00Z')
  const day = 86_400_000
  for (const behindMs of [-2 * day, 7 * 365 * day, 0]) {
    const soldAt = new Date(clock.now.getTime() - 60_000 - behindMs).toISOString()
    const till = as(other.vendeur.token, { clientTime: new Date(clock.now.getTime() - behindMs) })
    await till.call(sales.close, { body: aSale(other, { soldAt, lines: [lineOf(other, 0, 1)] }) })
  }
  const query = { measures: ['baskets' as const], dimensions: ['day' as const] }
  const { rows } = await ask(other, { ...query, period: { from: '2010-01-01', to: '2030-12-31' } })
  expect(rows.map(({ keys, values }) => [keys[0], values[0]])).toEqual([['2026-12-31', 3]])
})
