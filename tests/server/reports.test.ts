import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { reports, type Report } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { usage } from '#shared/contract/usage.ts'
import { dimensionNames, dimensions, isKnownOf, overlapsOf } from '#shared/domain/reports/dimensions.ts'
import { measureNames, measures, sums, sumsOf, type MeasureName } from '#shared/domain/reports/measures.ts'
import { factRows } from '#server/reports/fact-rows.repo.ts'
import type { ReportFilter } from '#backoffice/reports/report-address.ts'
import { salesBehind } from '#backoffice/reports/report-links.ts'
import { saleFilters } from '#backoffice/sales/sale-filters.ts'
import { queryOfFilters } from '#backoffice/ui/lists/filter.ts'
import { aPolicy } from '#tests/server/support/insured.ts'
import { aMember } from '#tests/server/support/members.ts'
import { anyMoneyHistory, historyDays, historyEnd, makeHistory } from '#tests/server/support/money-history.ts'
import { aClosing, anOpening } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
clock.now = historyEnd

type Asked = CallInput<typeof reports.ask>['body']
const ask = (shop: Shop, query: Asked): Promise<Report> => as(shop.titulaire.token).call(reports.ask, { body: query })
const period = { from: historyDays[0], to: historyDays.at(-1)! }
const seesCounted = (shop: Shop) =>
  database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx),
  )

const pairs = measureNames.flatMap((name) =>
  dimensionNames.filter((dimension) => isKnownOf(dimension, name)).map((dimension) => [name, dimension] as const),
)
const anyPairs = fc.uniqueArray(fc.constantFrom(...pairs), { minLength: 25, maxLength: 25 })

describe('laws over any history', () => {
  test('groups sum to the total, by every dimension; a filter on a group is the group', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyMoneyHistory, fc.nat(), anyPairs, async (acts, pick, pairs) => {
        const shop = await openShop(`reports ${run++}`)
        await seesCounted(shop)
        const { policyId } = await aPolicy(database, shop)
        await makeHistory(server, { shop, policyId }, acts)
        for (const [name, dimension] of pairs) {
          const totals = (await ask(shop, { measures: [name], period })).totals.values[0]
          const { rows, groups } = await ask(shop, { measures: [name], dimensions: [dimension], period })
          expect(rows).toHaveLength(groups)
          const added = rows.reduce((sum, row) => sum + row.values[0]!, 0)
          if (!('of' in measures[name]) && !overlapsOf(dimension, name))
            expect([name, dimension, added]).toEqual([name, dimension, totals])
          const row = rows[pick % Math.max(1, rows.length)]
          if (!row) continue
          const filters = [{ dimension, keys: row.keys }]
          const alone = await ask(shop, { measures: [name], filters, period })
          expect([name, dimension, alone.totals.values]).toEqual([name, dimension, row.values])
        }
      }),
      { numRuns: runs(8) },
    )
  }, 300_000)

  test('turnover, sales, boxes and margin are those of the dashboard, the sum of all payments that of the list', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyMoneyHistory, async (acts) => {
        const shop = await openShop(`same figures ${run++}`)
        await seesCounted(shop)
        const { policyId } = await aPolicy(database, shop)
        await makeHistory(server, { shop, policyId }, acts)
        const owner = as(shop.titulaire.token)
        const asked: MeasureName[] = ['turnover', 'baskets', 'boxes', 'marginRate']
        for (const day of historyDays) {
          const { today, margin, hours } = await owner.call(usage.turnoverStatistics, { query: { day } })
          const report = await ask(shop, { measures: asked, period: { from: day, to: day } })
          expect(report.totals.values).toEqual([today.turnover, today.sales, today.units, margin])
          const byHour = await ask(shop, {
            measures: ['turnover'],
            dimensions: ['hour'],
            period: { from: day, to: day },
          })
          expect(byHour.rows.map(({ keys, values }) => [Number(keys[0]), values[0]])).toEqual(
            hours
              .filter(({ hour }) => byHour.rows.some(({ keys }) => Number(keys[0]) === hour))
              .map(({ hour, turnover }) => [hour, turnover]),
          )
        }
        const list = await owner.call(sales.list, { query: { ...period, status: 'CLOSED' } })
        const report = await ask(shop, { measures: ['turnover', 'baskets', 'returned'], period })
        expect(report.totals.values).toEqual([list.turnover, list.total, list.returned])
        const means = await ask(shop, { measures: ['paid'], dimensions: ['means'], period })
        for (const { keys, values } of means.rows) {
          const paymentType = keys[0] as 'CASH'
          const { paid } = await owner.call(sales.list, { query: { ...period, status: 'CLOSED', paymentType } })
          expect([keys[0], values[0]]).toEqual([keys[0], paid])
        }
      }),
      { numRuns: runs(8) },
    )
  }, 300_000)
})

test('the sales behind a figure are the figure', { timeout: 300_000 }, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(anyMoneyHistory, async (acts) => {
      const shop = await openShop(`sales behind ${run++}`)
      await seesCounted(shop)
      const { policyId } = await aPolicy(database, shop)
      await makeHistory(server, { shop, policyId }, acts)
      const listed = async (measure: MeasureName, filters: ReportFilter[]) => {
        const { pathname, searchParams } = new URL(salesBehind(measure, { period, filters })!, 'http://office')
        expect(pathname).toBe('/ventes')
        const query = queryOfFilters(saleFilters, Object.fromEntries(searchParams), period.to)
        const { turnover, total, returned, paid } = await as(shop.titulaire.token).call(sales.list, { query })
        return { turnover, baskets: total, returned, paid }
      }
      for (const dimension of ['day', 'seller'] as const)
        for (const name of ['turnover', 'baskets', 'returned'] as const)
          for (const { keys, values } of (await ask(shop, { measures: [name], dimensions: [dimension], period }))
            .rows) {
            const list = await listed(name, [{ dimension, key: keys[0]!, name: '' }])
            expect([name, dimension, list[name]]).toEqual([name, dimension, values[0]])
          }
      const { rows } = await ask(shop, { measures: ['paid'], dimensions: ['means', 'seller'], period })
      for (const { keys, values } of rows) {
        const filters = [
          { dimension: 'means' as const, key: keys[0]!, name: '' },
          { dimension: 'seller' as const, key: keys[1]!, name: '' },
        ]
        expect([keys[0], (await listed('paid', filters)).paid]).toEqual([keys[0], values[0]])
      }
    }),
    { numRuns: runs(8) },
  )
})

test.each([
  ['a dimension that the list does not know', 'turnover', [{ dimension: 'product', key: 'a', name: '' }]],
  ['what is not known', 'turnover', [{ dimension: 'seller', key: '', name: '' }]],
  ['a day beyond the period', 'turnover', [{ dimension: 'day', key: '2020-01-01', name: '' }]],
  ['a measure of something else', 'missedValue', []],
] as const)('no sales are behind %s', (_, measure, filters) => {
  expect(salesBehind(measure, { period, filters })).toBeNull()
})

describe('the rows of the vocabulary', () => {
  test('each measure has its rows, each dimension its column in every source that it names', () => {
    for (const name of measureNames) {
      expect(measures[name].formula).toMatch(/\S/)
      for (const sum of sumsOf(name)) {
        expect(Object.keys(factRows[sums[sum].source].sums)).toContain(sum)
      }
    }
    for (const name of dimensionNames.filter((each) => !dimensions[each].isTime))
      for (const source of dimensions[name].sources) expect(Object.keys(factRows[source].keys)).toContain(name)
  })

  test('no source has a column that no measure or dimension names', () => {
    for (const [source, { keys, sums: summed }] of Object.entries(factRows)) {
      for (const key of Object.keys(keys)) expect(dimensions[key as 'day'].sources).toContain(source)
      for (const sum of Object.keys(summed)) expect(measureNames.flatMap(sumsOf)).toContain(sum)
    }
  })
})

describe('one shop', () => {
  let shop: Shop
  let opened = 0
  beforeEach(async () => {
    shop = await openShop(`reports of one shop ${opened++}`)
    await seesCounted(shop)
  })
  const sell = (day: string, quantity: number, hour = '10') => {
    const sale = aSale(shop, { soldAt: `${day}T${hour}:00:00.000Z`, lines: [lineOf(shop, 0, quantity)] })
    return as(shop.vendeur.token)
      .call(sales.close, { body: sale })
      .then(() => sale)
  }

  test('beside the days before: the same groups, also those that are no more; ordered by the change', async () => {
    await sell('2026-11-16', 5)
    await sell('2026-11-17', 2)
    await sell('2026-11-18', 3)
    const report = await ask(shop, {
      measures: ['turnover'],
      dimensions: ['day'],
      period: { from: '2026-11-17', to: '2026-11-18' },
      comparison: 'before',
    })
    expect(report.comparedPeriod).toEqual({ from: '2026-11-15', to: '2026-11-16' })
    expect(report.rows.map(({ keys, values, compared }) => [keys[0], values[0], compared![0]])).toEqual([
      ['2026-11-17', 2000, 0],
      ['2026-11-18', 3000, 5000],
    ])
    expect(report.totals).toEqual({ values: [5000], compared: [5000] })
    const fallen = await ask(shop, {
      measures: ['turnover'],
      dimensions: ['product'],
      period: { from: '2026-11-17', to: '2026-11-17' },
      comparison: 'before',
      order: { by: 'turnover', of: 'change', descending: false },
    })
    expect(fallen.rows[0]).toMatchObject({ values: [2000], compared: [5000] })
  })

  test('beside a longer month, each day stands beside one day: the 31st under its own date', async () => {
    await sell('2026-08-30', 1)
    await sell('2026-08-31', 5)
    await sell('2026-09-30', 2)
    const asked = { measures: ['turnover'], period: { from: '2026-09-01', to: '2026-09-30' } } satisfies Asked
    const { rows, totals } = await ask(shop, { ...asked, dimensions: ['day'], comparison: 'before' })
    expect(rows.map(({ keys, values, compared }) => [keys[0], values[0], compared![0]])).toEqual([
      ['2026-08-31', 0, 5000],
      ['2026-09-30', 2000, 1000],
    ])
    expect(totals).toEqual({ values: [2000], compared: [6000] })
  })

  test('what was brought back counts against its day and its seller; a box that is lost stays a cost', async () => {
    const sale = await sell('2026-11-16', 4)
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(shop, sale, [{ line: 0, quantity: 1, toStock: false }], { returnedAt: '2026-11-17T10:00:00.000Z' }),
    })
    const measured: MeasureName[] = ['turnover', 'boxes', 'returned', 'cost', 'margin']
    const { rows } = await ask(shop, { measures: measured, dimensions: ['day', 'seller'], period })
    const [, seller] = rows[0]!.keys
    expect(rows.map(({ keys }) => keys)).toEqual([
      ['2026-11-16', seller],
      ['2026-11-17', seller],
    ])
    const [sold, back] = rows.map(({ values }) => values)
    expect(sold!.slice(0, 3)).toEqual([4000, 4, 0])
    expect(back!.slice(0, 4)).toEqual([-1000, -1, 1000, 0])
    expect(back![4]).toBe(-1000)
  })

  test('what says nothing of a measure is no group of it: cash is of no insurer', async () => {
    await sell('2026-11-16', 1)
    const byPayer = await ask(shop, { measures: ['insurersPart'], dimensions: ['payer'], period })
    expect([byPayer.rows, byPayer.groups, byPayer.totals.values]).toEqual([[], 0, [0]])
    const bySeller = await ask(shop, { measures: ['discounts', 'discountRate'], dimensions: ['seller'], period })
    expect(bySeller.rows.map(({ values }) => values)).toEqual([[0, 0]])
  })

  test('names are those of the records; a limit says how many groups there are', async () => {
    await sell('2026-11-16', 1)
    const asked = { measures: ['turnover'] satisfies MeasureName[], period }
    const byProduct = await ask(shop, { ...asked, dimensions: ['product', 'seller', 'till'] })
    expect(byProduct.rows[0]!.names).toEqual([expect.any(String), expect.any(String), expect.stringMatching(/^Poste /)])
    const byWeekday = await ask(shop, { ...asked, dimensions: ['weekday'] })
    expect(byWeekday.rows[0]!.names).toEqual(['Lundi'])
    await sell('2026-11-17', 1)
    const first = await ask(shop, { ...asked, dimensions: ['day'], limit: 1 })
    expect([first.rows.length, first.groups, first.totals.values]).toEqual([1, 2, [2000]])
  })

  test('a period that ends before it begins, a dimension that no row says, a measure without its right', async () => {
    const measured: MeasureName[] = ['baskets']
    await expect(
      ask(shop, { measures: measured, period: { from: '2026-11-18', to: '2026-11-16' } }),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
    const backwards = { query: { from: '2026-11-18', to: '2026-11-16' } }
    for (const call of [usage.salesReport, usage.salesReportData, usage.sales, usage.topSales])
      await expect(as(shop.titulaire.token).call(call, backwards)).rejects.toMatchObject({
        message: 'requests:invalid',
      })
    const beginning = { from: '0000-01-05', to: '0000-01-09' }
    await expect(ask(shop, { measures: measured, period: beginning, comparison: 'weekdays' })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
    await expect(ask(shop, { measures: measured, dimensions: ['product'], period })).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.dimensions.0' }] },
    })
    const order = { by: 'margin', descending: true } as const
    await expect(ask(shop, { measures: ['turnover'], dimensions: ['day'], period, order })).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.order.by' }] },
    })
    const seller = as((await aMember(database, shop, ['report.see'])).token)
    await expect(seller.call(reports.ask, { body: { measures: ['margin'], period } })).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'stock.see-cost' },
    })
    const { measures: known } = await seller.call(reports.meta, {})
    expect(known.map(({ name }) => name)).not.toContain('margin')
    await expect(
      ask(shop, { measures: ['turnover'], period: { from: '1926-01-01', to: '2026-12-31' } }),
    ).resolves.toBeTruthy()
  })

  test('the calls of the specification answer from the same vocabulary', async () => {
    await sell('2026-11-16', 1)
    await sell('2026-11-17', 2)
    const owner = as(shop.titulaire.token)
    const whole = await ask(shop, { measures: ['turnover', 'baskets'], period })
    const report = await owner.call(usage.salesReport, { query: { ...period, comparison: 'before' } })
    expect(report.totals.values.slice(0, 2)).toEqual(whole.totals.values)
    expect(report.totals.compared).toHaveLength(report.measures.length)
    const [data, byDay, top] = await Promise.all([
      owner.call(usage.salesReportData, { query: { ...period, by: 'category' } }),
      owner.call(usage.sales, { query: period }),
      owner.call(usage.topSales, { query: period }),
    ])
    for (const { totals } of [data, byDay, top]) expect(totals.values[0]).toBe(whole.totals.values[0])
    expect(byDay.rows.map(({ keys }) => keys[0])).toEqual(['2026-11-16', '2026-11-17'])
    const seller = as((await aMember(database, shop, ['report.see'])).token)
    expect((await seller.call(usage.topSales, { query: period })).measures).toEqual(['turnover', 'boxes'])
  })

  test('a drawer that is not counted is not told', async () => {
    await database.platform((tx) =>
      sql`update pharmacies set settings = settings || '{"blindCount": true}' where id = ${shop.id}`.execute(tx),
    )
    await sell('2026-11-18', 2)
    const report = await ask(shop, { measures: ['turnover', 'paid'], period })
    const { today, withheld } = await as(shop.titulaire.token).call(usage.turnoverStatistics, { query: {} })
    expect([report.totals.values[0], report.withheld]).toEqual([today.turnover, withheld])
  })

  test('a gap is of the day of its count, also when the closing comes in later: as in « Caisses » and the accounts', async () => {
    const opening = anOpening(shop, { openedAt: '2026-11-16T08:00:00.000Z' })
    await as(shop.titulaire.token).call(cashRegisters.open, { body: opening })
    await as(shop.titulaire.token).call(cashRegisters.close, {
      params: { id: opening.id },
      body: aClosing(shop, { cash: 500, countedAt: '2026-11-16T18:00:00.000Z' }),
    })
    const gaps = await ask(shop, { measures: ['gap'], dimensions: ['day'], period })
    expect(gaps.rows.map(({ keys, values }) => [keys[0], values[0]])).toEqual([['2026-11-16', 500 - opening.float]])
  })

  test('the rows of another pharmacy are not there', async () => {
    const other = await openShop('reports of another shop')
    await sell('2026-11-16', 1)
    expect((await ask(other, { measures: ['turnover'], dimensions: ['product'], period })).rows).toEqual([])
  })
})
