import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bills } from '#shared/contract/bills.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { addDays } from '#shared/domain/dates.ts'
import { abcOf } from '#shared/domain/inventories/abc.ts'
import { dimensionNames, isKnownOf, overlapsOf } from '#shared/domain/reports/dimensions.ts'
import { measureNames, type MeasureName } from '#shared/domain/reports/measures.ts'
import { reportsOf, valuesByKey } from '#tests/server/support/asking.ts'
import { billingActs } from '#tests/server/support/billing.ts'
import { aPolicy, employer, insurance, type TestPolicy } from '#tests/server/support/insured.ts'
import { anyMoneyHistory, historyDays, historyEnd, makeHistory } from '#tests/server/support/money-history.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
const ask = reportsOf(server)
let count = 0
const aShop = async (now: Date = historyEnd): Promise<Shop> => {
  clock.now = now
  const shop = await openShop(`report laws ${count++}`)
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx),
  )
  return shop
}
const period = { from: historyDays[0], to: historyDays.at(-1)! }

test('every measure answers by every dimension that it knows, and by two', { timeout: 120_000 }, async () => {
  const shop = await aShop()
  const { policyId } = await aPolicy(database, shop)
  await makeHistory(server, { shop, policyId }, fc.sample(anyMoneyHistory, { numRuns: 1, seed: 7 })[0]!)
  for (const dimension of dimensionNames) {
    const known = measureNames.filter((name) => isKnownOf(dimension, name))
    for (let at = 0; at < known.length; at += 12) {
      const measures = known.slice(at, at + 12)
      const whole = await ask(shop, { measures, period })
      const { totals, rows } = await ask(shop, { measures, dimensions: [dimension], period, comparison: 'before' })
      expect([dimension, totals.values]).toEqual([dimension, whole.totals.values])
      for (const { keys, names } of rows)
        if (keys[0] !== '') expect([dimension, names[0]]).toEqual([dimension, expect.any(String)])
    }
  }
})

describe('payers of lines', () => {
  test('a line is of each payer of its sale, and once in the total and in a filter', { timeout: 300_000 }, async () => {
    const means = fc.constantFrom('cash', 'insurer', 'employer', 'both')
    const anySales = fc.array(fc.record({ means, quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(anySales, async (sold) => {
        const shop = await aShop()
        const { policyId, payerId, contractId } = await aPolicy(database, shop)
        for (const { means: by, quantity } of sold) {
          const payments: Payment[] = [
            ...(by === 'insurer' || by === 'both' ? [insurance(500, policyId)] : []),
            ...(by === 'employer' || by === 'both' ? [employer(shop, 100, null)] : []),
          ]
          const left = 1000 * quantity - payments.reduce((sum, { amount }) => sum + amount, 0)
          const sale = aSale(shop, {
            soldAt: `${period.from}T10:00:00.000Z`,
            lines: [lineOf(shop, 0, quantity)],
            payments: [...payments, cash(left)],
            patientId: shop.patientId,
          })
          await as(shop.vendeur.token).call(sales.close, { body: sale })
        }
        const boxes = (...those: string[]) =>
          sold.reduce((sum, { means: by, quantity }) => sum + (those.includes(by) ? quantity : 0), 0)
        const asked = { measures: ['boxes' as const], period }
        const byPayer = await ask(shop, { ...asked, dimensions: ['payer'] })
        const expected = {
          '': [boxes('cash')],
          [payerId]: [boxes('insurer', 'both')],
          [shop.organizationId]: [boxes('employer', 'both')],
        }
        expect(valuesByKey(byPayer)).toEqual(
          Object.fromEntries(Object.entries(expected).filter(([, [value]]) => value! > 0)),
        )
        expect(byPayer.totals.values).toEqual([boxes('cash', 'insurer', 'employer', 'both')])
        const filtered = (keys: string[], dimension: 'payer' | 'contract' = 'payer') =>
          ask(shop, { ...asked, filters: [{ dimension, keys }] }).then(({ totals }) => totals.values[0])
        expect(await filtered([payerId])).toBe(boxes('insurer', 'both'))
        expect(await filtered([payerId, shop.organizationId])).toBe(boxes('insurer', 'employer', 'both'))
        expect(await filtered(['', payerId])).toBe(boxes('cash', 'insurer', 'both'))
        expect(await filtered([contractId], 'contract')).toBe(boxes('insurer', 'both'))
        const ofPayer = await ask(shop, {
          ...asked,
          dimensions: ['payer', 'product'],
          filters: [{ dimension: 'payer', keys: [payerId] }],
        })
        expect(ofPayer.totals.values[0]).toBe(boxes('insurer', 'both'))
        expect(ofPayer.rows.every(({ keys }) => keys[0] === payerId)).toBe(true)
      }),
      { numRuns: runs(8) },
    )
  })

  test('the vocabulary says where groups overlap', () => {
    expect([
      overlapsOf('payer', 'turnover'),
      overlapsOf('contract', 'baskets'),
      overlapsOf('employer', 'margin'),
    ]).toEqual([true, true, true])
    expect([overlapsOf('payer', 'paid'), overlapsOf('payer', 'billed'), overlapsOf('product', 'turnover')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

test('whatever comes back in parts takes back the whole tax of its line', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.array(fc.integer({ min: 1, max: 3 })), async (tax, parts) => {
      const shop = await aShop()
      const quantity = Math.max(
        1,
        parts.reduce((sum, part) => sum + part, 0),
      )
      const sale = aSale(shop, { soldAt: `${period.from}T10:00:00.000Z`, lines: [lineOf(shop, 0, quantity)] })
      await as(shop.vendeur.token).call(sales.close, { body: sale })
      await database.platform((tx) =>
        sql`update sale_records set tax_group = 'B', tax_rate = 1800, taxed_total = ${1000 * quantity}, tax_amount = ${tax}
          where pharmacy_id = ${shop.id}`.execute(tx),
      )
      const taxed = async () =>
        (await ask(shop, { measures: ['tax', 'netTurnover', 'turnover'], period })).totals.values as number[]
      expect(await taxed()).toEqual([tax, 1000 * quantity - tax, 1000 * quantity])
      for (const [index, part] of parts.entries()) {
        await as(shop.pharmacien.token).call(sales.giveBack, {
          params: { id: sale.id },
          body: aReturn(shop, sale, [{ line: 0, quantity: part }], {
            returnedAt: `${period.to}T${String(8 + index).padStart(2, '0')}:00:00.000Z`,
          }),
        })
        const [left, net, turnover] = await taxed()
        expect(left! + net!).toBe(turnover)
      }
      expect(await taxed()).toEqual(parts.length > 0 ? [0, 0, 0] : [tax, 1000 * quantity - tax, 1000 * quantity])
    }),
    { numRuns: runs(6) },
  )
})

/** Movements of the first lots, as the ledger has them: `[lot, day, quantity]` of days of November. */
const anyMoves = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 28 }), fc.integer({ min: -60, max: 40 })), {
  maxLength: 12,
})
const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
async function moved(shop: Shop, moves: readonly (readonly [number, number, number])[]): Promise<void> {
  await database.platform(async (tx) => {
    await sql`update stock_movements set at = '2026-08-01T10:00:00Z' where pharmacy_id = ${shop.id}`.execute(tx)
    for (const [lot, day, quantity] of moves) {
      if (quantity === 0) continue
      await sql`insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
        select ${shop.id}, ${randomUUID()}, id, ${quantity < 0 ? 'sale' : 'delivery'}, ${quantity}::int, quantity,
          quantity + ${quantity}::int, ${`${november(day)}T10:00:00Z`}::timestamptz from stock_items
        where pharmacy_id = ${shop.id} and id = ${shop.lots[lot]!}`.execute(tx)
      await sql`update stock_items set quantity = quantity + ${quantity}::int
        where pharmacy_id = ${shop.id} and id = ${shop.lots[lot]!}`.execute(tx)
    }
  })
}

describe('the stock of a period', () => {
  const levels: MeasureName[] = ['boxesOpening', 'boxesIn', 'boxesOut', 'boxesClosing']
  const worth: MeasureName[] = ['stockOpening', 'stockIn', 'stockOut', 'stockClosing']

  test(
    'opening + in − out = closing, of every product; a closing is the next opening',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(anyMoves, fc.integer({ min: 2, max: 27 }), async (moves, middle) => {
          const shop = await aShop(new Date('2026-11-28T20:00:00Z'))
          await moved(shop, moves)
          const spans = [
            { from: november(1), to: november(middle) },
            { from: november(middle + 1), to: november(28) },
          ]
          const closings: unknown[] = []
          for (const span of spans)
            for (const measures of [levels, worth]) {
              const report = await ask(shop, { measures, dimensions: ['product'], period: span })
              for (const { values } of [...report.rows, report.totals])
                expect(values[0]! + values[1]! - values[2]!).toBe(values[3])
              closings.push(report.totals.values)
            }
          const [firstBoxes, firstWorth, lastBoxes, lastWorth] = closings as number[][]
          expect([lastBoxes![0], lastWorth![0]]).toEqual([firstBoxes![3], firstWorth![3]])
          const { stockValue } = await as(shop.titulaire.token).call(pharmacyProducts.stats, {})
          expect(lastWorth![3]).toBe(stockValue)
        }),
        { numRuns: runs(10) },
      )
    },
  )

  test('a day without stock at its end is counted, from the first movement on', { timeout: 300_000 }, async () => {
    const from = 10
    await fc.assert(
      fc.asyncProperty(anyMoves, fc.integer({ min: 12, max: 28 }), async (moves, to) => {
        const shop = await aShop(new Date('2026-11-28T20:00:00Z'))
        await moved(shop, moves)
        const expected = [0, 1, 2].flatMap((lot) => {
          const own = moves.filter(([of, , quantity]) => of === lot && quantity !== 0)
          if (!own.some(([, day]) => day <= to)) return []
          // The second product has an expired lot too, which is still stock.
          const begin = lot === 1 ? 200 : 100
          const levelAt = (day: number) => own.reduce((sum, [, on, change]) => sum + (on <= day ? change : 0), begin)
          const days = Array.from({ length: to - from + 1 }, (_, at) => from + at)
          const out = days.filter((day) => levelAt(day) <= 0).length
          return [[shop.products[lot]!, [out, Math.round((out / days.length) * 1000) / 10]] as const]
        })
        const measures: MeasureName[] = ['outDays', 'outRate']
        const span = { from: november(from), to: november(to) }
        const report = await ask(shop, { measures, dimensions: ['product'], period: span })
        expect(valuesByKey(report)).toEqual(Object.fromEntries(expected))
      }),
      {
        numRuns: runs(15),
        examples: [
          [[[1, 1, -100]], 12],
          [[[0, 1, -100]], 12],
        ],
      },
    )
  })

  test('a new product is watched from its first movement; a future day is none', async () => {
    const shop = await aShop(new Date('2026-11-20T20:00:00Z'))
    await database.platform(async (tx) => {
      await sql`delete from stock_movements where pharmacy_id = ${shop.id}`.execute(tx)
      await sql`update stock_items set quantity = 0 where pharmacy_id = ${shop.id}`.execute(tx)
    })
    await moved(shop, [
      [0, 11, 5],
      [0, 16, -5],
    ])
    const span = { from: november(1), to: november(30) }
    const { totals } = await ask(shop, { measures: ['outDays', 'outRate'], period: span })
    expect(totals.values).toEqual([5, 50])
  })

  test('days of stock: what is there by what is sold a day', async () => {
    const shop = await aShop()
    const sale = aSale(shop, { soldAt: `${period.from}T10:00:00.000Z`, lines: [lineOf(shop, 0, 10)] })
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    const report = await ask(shop, { measures: ['stockDays', 'cost', 'stockClosing'], dimensions: ['product'], period })
    expect(valuesByKey(report)[shop.products[0]]).toEqual([27, 6000, 90 * 600])
    expect(valuesByKey(report)[shop.products[1]]![0]).toBeNull()
  })
})

describe('classes of products', () => {
  test('ABC is that of the inventories, XYZ by whole weeks; a class is the sum of its products', async () => {
    const first = '2026-10-19'
    const month = { from: first, to: addDays(first, 29) }
    const anyWeeks = fc.array(fc.tuple(fc.nat(2), fc.nat(3), fc.integer({ min: 1, max: 12 })), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(anyWeeks, async (sold) => {
        const shop = await aShop()
        for (const [lot, week, quantity] of sold)
          await as(shop.vendeur.token).call(sales.close, {
            body: aSale(shop, {
              soldAt: `${addDays(first, 7 * week + 1)}T10:00:00.000Z`,
              lines: [lineOf(shop, lot as 0 | 1 | 2, quantity)],
            }),
          })
        const asked = { measures: ['turnover', 'boxes'] satisfies MeasureName[], period: month }
        const { rows } = await ask(shop, { ...asked, dimensions: ['product'] })
        const expected = abcOf(rows.map(({ keys, values }) => ({ id: keys[0]!, turnover: values[0]! })))
        const byClass = await ask(shop, { ...asked, dimensions: ['abc', 'product'] })
        expect(new Map(byClass.rows.map(({ keys }) => [keys[1], keys[0]]))).toEqual(expected)
        const xyz = await ask(shop, { ...asked, dimensions: ['xyz', 'product'] })
        for (const { keys } of xyz.rows) {
          const lot = shop.products.indexOf(keys[1]!)
          const weeks = [0, 1, 2, 3].map((at) =>
            sold.reduce((sum, [of, week, quantity]) => sum + (of === lot && week === at ? quantity : 0), 0),
          )
          const mean = weeks.reduce((sum, boxes) => sum + boxes, 0) / 4
          const variance = weeks.reduce((sum, boxes) => sum + (boxes - mean) ** 2, 0) / 4
          const share = variance / mean ** 2
          expect(keys[0]).toBe(share <= 0.25 ? 'X' : share <= 1 ? 'Y' : 'Z')
        }
        const stock = await ask(shop, { measures: ['boxesClosing'], dimensions: ['abc'], period: month })
        const c = stock.rows.find(({ keys }) => keys[0] === 'C')
        if (sold.length === 0) expect(c?.values).toEqual(stock.totals.values)
      }),
      { numRuns: runs(8) },
    )
    const shop = await aShop()
    const short = { from: first, to: addDays(first, 26) }
    const unknown = await ask(shop, { measures: ['boxesClosing'], dimensions: ['xyz'], period: short })
    expect(unknown.rows.map(({ keys }) => keys)).toEqual([['']])
  }, 300_000)
})

test('only some groups: what lies without a sale, and what is sold no more', async () => {
  const shop = await aShop()
  const sell = (day: string, lot: 0 | 1) =>
    as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { soldAt: `${day}T10:00:00.000Z`, lines: [lineOf(shop, lot, 2)] }),
    })
  await sell('2026-11-15', 1)
  await sell('2026-11-15', 0)
  await sell('2026-11-17', 0)
  const asked = { dimensions: ['product' as const], period: { from: '2026-11-16', to: '2026-11-18' } }
  const dead = await ask(shop, {
    ...asked,
    measures: ['stockClosing', 'boxes'],
    only: [
      { by: 'stockClosing', is: 'some' },
      { by: 'boxes', is: 'none' },
    ],
  })
  const lying = await ask(shop, { ...asked, measures: ['stockClosing', 'boxes'] })
  expect(lying.rows).toHaveLength(dead.rows.length + 1)
  expect(dead.totals.values[0]).toBe(dead.rows.reduce((sum, { values }) => sum + values[0]!, 0))
  expect(dead.groups).toBe(dead.rows.length)
  expect(dead.rows.map(({ keys }) => keys[0])).not.toContain(shop.products[0])
  const ended = await ask(shop, {
    ...asked,
    measures: ['turnover'],
    comparison: 'before',
    only: [
      { by: 'turnover', of: 'compared', is: 'some' },
      { by: 'turnover', is: 'none' },
    ],
  })
  expect(ended.rows.map(({ keys, values, compared }) => [keys[0], values[0], compared![0]])).toEqual([
    [shop.products[1], 0, 3000],
  ])
  expect(ended.totals).toEqual({ values: [0], compared: [3000] })
  const wrong = { ...asked, measures: ['turnover' as const] }
  await expect(ask(shop, { ...wrong, only: [{ by: 'boxes', is: 'none' }] })).rejects.toMatchObject({
    details: { issues: [{ path: 'body.only.0.by' }] },
  })
  await expect(ask(shop, { ...wrong, only: [{ by: 'turnover', of: 'compared', is: 'none' }] })).rejects.toMatchObject({
    details: { issues: [{ path: 'body.only.0.of' }] },
  })
})

describe('bills', () => {
  let current: { shop: Shop; policy: TestPolicy }
  const acts = billingActs(server, () => current)

  test('are those of the billing report, and payers pay as the aged balance says', { timeout: 300_000 }, async () => {
    const anyBilling = fc.record({
      sold: fc.integer({ min: 1, max: 4 }),
      employed: fc.integer({ min: 0, max: 2 }),
      paid: fc.integer({ min: 0, max: 900 }),
      paidOn: fc.integer({ min: 1, max: 28 }),
      isRefused: fc.boolean(),
      isWrittenOff: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(anyBilling, async ({ sold, employed, paid, paidOn, isRefused, isWrittenOff }) => {
        const shop = await aShop(new Date('2026-03-31T12:00:00Z'))
        current = { shop, policy: await aPolicy(database, shop) }
        const ofInsurer = []
        for (let at = 0; at < sold; at++) ofInsurer.push(await acts.sold())
        for (let at = 0; at < employed; at++) await acts.sold(employer(shop, 500, null))
        const [bill] = await acts.make([current.policy.payerId, ...(employed > 0 ? [shop.organizationId] : [])])
        clock.now = new Date('2026-04-29T12:00:00Z')
        if (paid > 0) await acts.pay(Math.min(paid, 800), { paidOn: addDays('2026-03-31', paidOn) })
        const last = ofInsurer.at(-1)!
        if (isRefused && sold > 1) await acts.refuse(bill!.id, last, isWrittenOff ? 'charge' : 'present-again')
        const owner = as(shop.titulaire.token)
        const year = { from: '2026-01-01', to: '2026-04-29' }
        const measures: MeasureName[] = ['billed', 'collected', 'refused', 'outstanding', 'accepted']
        const report = valuesByKey(await ask(shop, { measures, dimensions: ['payer'], period: year }))
        const screen = await owner.call(usage.billingReport, { query: year })
        expect(report).toEqual(
          Object.fromEntries(
            screen.map((row) => [
              row.payerId,
              [row.billed, row.collected, row.refused, row.outstanding, row.billed - row.refused],
            ]),
          ),
        )
        const habits = await ask(shop, {
          measures: ['paymentDelay', 'refusedRate'],
          dimensions: ['payer'],
          period: year,
        })
        for (const { payerId, days, refused } of await owner.call(bills.aged, {}))
          expect(valuesByKey(habits)[payerId!] ?? [null, null]).toEqual([days, refused])
        const byContract = await ask(shop, { measures: ['billed'], dimensions: ['contract'], period: year })
        expect(valuesByKey(byContract)[current.policy.contractId]).toEqual([800 * sold])
      }),
      { numRuns: runs(8) },
    )
  })
})
