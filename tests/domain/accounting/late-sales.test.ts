import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fact } from '#shared/domain/accounting/facts.ts'
import { lateSales, namedLateSales } from '#shared/domain/accounting/late-sales.ts'
import { sum } from '#shared/domain/money.ts'

const [opening, month] = ['2026-10-01', '2026-12-01'] as const
const saleOf = (day: string, number: number, gross: number, levied = 0): Fact => ({
  key: `sale:id ${number}`,
  day,
  content: {
    kind: 'sale',
    number,
    groups: [{ group: 'A', gross, taxed: gross, tax: 0 }],
    levied,
    rounding: 0,
    stampDuty: 0,
    payments: [],
  },
})
const isNew = (fact: Fact) => ({ fact, former: null })

test('sales of closed months that no export has, by day and number; not those of the month, nor corrections', () => {
  const booked = { exportNumber: 1 }
  const deposit: Fact = { key: 'deposit:x', day: '2026-10-03', content: { kind: 'deposit', amount: 5 } }
  const changes = [
    isNew(saleOf('2026-11-02', 9, 300, 3)),
    isNew(saleOf('2026-11-02', 8, 200)),
    isNew(saleOf('2026-09-30', 7, 100)),
    isNew(saleOf('2026-12-01', 10, 900)),
    isNew(deposit),
    { fact: saleOf('2026-10-04', 3, 700), former: booked },
    { fact: null, former: booked },
  ]
  expect(lateSales(changes, { month, opening })).toEqual({
    count: 3,
    total: 603,
    beforeOpening: 1,
    items: [
      { id: 'id 7', number: 7, day: '2026-09-30', total: 100 },
      { id: 'id 8', number: 8, day: '2026-11-02', total: 200 },
      { id: 'id 9', number: 9, day: '2026-11-02', total: 303 },
    ],
  })
})

test('the count and the total are of all sales, also of those that are not named', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9000), { maxLength: 3 * namedLateSales }), (amounts) => {
      const changes = amounts.map((gross, place) => isNew(saleOf('2026-10-02', place, gross)))
      const { count, total, items } = lateSales(changes, { month, opening })
      expect([count, total]).toEqual([amounts.length, sum(amounts)])
      expect(items).toHaveLength(Math.min(amounts.length, namedLateSales))
    }),
  )
})
