import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lossWithout, needOf, positionOf, promisedOf, type NeedFacts } from '#shared/domain/purchasing/need.ts'

/** Two boxes a day for half a year, weekly deliveries. */
const steady: NeedFacts = {
  stock: 10,
  coming: 0,
  dues: 0,
  minimum: 0,
  maximum: 0,
  sold: { days: 180, units: 360, squares: 900, recentDays: 60, recentUnits: 120 },
  season: { before: 0, after: 0 },
  askedInVain: 0,
  rhythmDays: 7,
}
const withFacts = (facts: Partial<NeedFacts>) => needOf({ ...steady, ...facts })

test('a product that sells two a day is filled up to a month and a week of sales, and a margin', () => {
  // margin: 1.28 × √(spread 1 × 2 × 7) = 4.8, rounded up
  expect(withFacts({})).toEqual({ quantity: 69, reason: 'low', perDay: 2, season: 1, daysLeft: 5, target: 79 })
})

test('nothing is ordered while the stock lasts until the delivery after the next one', () => {
  expect(withFacts({ stock: 19 })).toMatchObject({ quantity: 0, reason: null })
  expect(withFacts({ stock: 18 })).toMatchObject({ quantity: 61, reason: 'low' })
})

test('what is on its way counts as here, what clients are owed does not', () => {
  expect(withFacts({ coming: 9 })).toMatchObject({ quantity: 0 })
  expect(withFacts({ dues: 4 })).toMatchObject({ quantity: 73, daysLeft: 3 })
  expect(withFacts({ stock: 1, dues: 4 })).toMatchObject({ reason: 'due', quantity: 82, daysLeft: 0 })
})

test('owed boxes of a stock below zero count once: their sale took them out already', () => {
  expect(positionOf({ stock: -2, coming: 0, dues: 2 })).toBe(-2)
  expect(positionOf({ stock: -1, coming: 0, dues: 3 })).toBe(-3)
  expect(positionOf({ stock: -5, coming: 3, dues: 2 })).toBe(-2)
  expect(withFacts({ stock: -2, dues: 2 })).toMatchObject({ reason: 'due', quantity: 81 })
})

test('promised is what clients wait for and neither the shelf nor a delivery has', () => {
  expect(promisedOf({ stock: 0, coming: 0, dues: 2 })).toBe(2)
  expect(promisedOf({ stock: -2, coming: 0, dues: 2 })).toBe(2)
  expect(promisedOf({ stock: 1, coming: 3, dues: 6 })).toBe(2)
  expect(promisedOf({ stock: 5, coming: 0, dues: 2 })).toBe(0)
})

test('recent sales weigh twice: a product that sells more and more is ordered for what it sells now', () => {
  const rising = { days: 180, units: 360, squares: 900, recentDays: 60, recentUnits: 240 }
  expect(withFacts({ sold: rising }).perDay).toBeCloseTo(600 / 240)
})

test('days without stock say nothing: the same sales in half the days are twice the demand', () => {
  expect(withFacts({ sold: { ...steady.sold, days: 90, recentDays: 30 } }).perDay).toBe(4)
})

test('the season of last year raises and lowers, within a half and twice', () => {
  expect(withFacts({ season: { before: 60, after: 60 } })).toMatchObject({ season: 2, perDay: 4 })
  expect(withFacts({ season: { before: 600, after: 30 } })).toMatchObject({ season: 0.5, perDay: 1 })
  expect(withFacts({ season: { before: 60, after: 45 } })).toMatchObject({ season: 1.5 })
  expect(withFacts({ season: { before: 19, after: 60 } })).toMatchObject({ season: 1 })
})

test('minimum and maximum of the product hold; the minimum before the maximum', () => {
  expect(withFacts({ minimum: 120 })).toMatchObject({ reason: 'minimum', quantity: 110, target: 120 })
  expect(withFacts({ maximum: 30 })).toMatchObject({ quantity: 20, target: 30 })
  expect(withFacts({ minimum: 40, maximum: 30 })).toMatchObject({ target: 40 })
})

test('without enough days in stock only the minimum and those who asked in vain count', () => {
  const unknown = { days: 20, units: 40, squares: 90, recentDays: 20, recentUnits: 40 }
  expect(withFacts({ sold: unknown })).toMatchObject({ quantity: 0, perDay: null, daysLeft: null })
  expect(withFacts({ sold: unknown, stock: 0, askedInVain: 3 })).toMatchObject({ quantity: 3, reason: 'asked' })
  expect(withFacts({ sold: unknown, stock: 0, minimum: 5 })).toMatchObject({ quantity: 5, reason: 'out' })
})

test('a slow product is never ordered for more than three months', () => {
  const slow = { days: 180, units: 6, squares: 6, recentDays: 60, recentUnits: 2 }
  expect(withFacts({ sold: slow, stock: 0 })).toMatchObject({ quantity: 3, target: 3 })
})

test('without an order the days until the next delivery are lost sales', () => {
  const facts = { ...steady, stock: 4 }
  expect(lossWithout(needOf(facts), facts, 1_500)).toBe(2 * 5 * 1_500)
  expect(lossWithout(withFacts({ stock: 100 }), steady, 1_500)).toBe(0)
})

const facts = fc.record({
  stock: fc.integer({ min: -20, max: 500 }),
  coming: fc.nat(200),
  dues: fc.nat(50),
  minimum: fc.nat(60),
  maximum: fc.nat(300),
  askedInVain: fc.nat(20),
  rhythmDays: fc.integer({ min: 1, max: 30 }),
  season: fc.record({ before: fc.nat(500), after: fc.nat(500) }),
  sold: fc.record({ days: fc.nat(180), units: fc.integer({ min: -5, max: 2_000 }) }).chain(({ days, units }) =>
    fc.record({
      days: fc.constant(days),
      units: fc.constant(units),
      squares: fc.integer({ min: Math.abs(units), max: 20_000 }),
      recentDays: fc.nat(Math.min(60, days)),
      recentUnits: fc.nat(Math.max(0, units)),
    }),
  ),
})

test('an order reaches the target and never passes it; what covers the dues is always ordered', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const { quantity, target, reason } = needOf(all)
      const position = positionOf(all)
      expect(Number.isInteger(quantity) && quantity >= 0).toBe(true)
      expect(quantity > 0).toBe(reason !== null && target > position)
      if (quantity > 0) expect(position + quantity).toBe(target)
      if (position < 0) expect(position + quantity).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('more stock never means a larger order', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 100 }), (all, more) => {
      expect(needOf({ ...all, stock: all.stock + more }).quantity).toBeLessThanOrEqual(needOf(all).quantity)
    }),
  )
})
