import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitReason, limitsOf, type LimitFacts } from '#shared/domain/purchasing/limits.ts'

/** Two boxes a day for half a year; weekly deliveries, two days after the order. */
const steady: LimitFacts = {
  sold: { days: 180, units: 360, squares: 900, recentDays: 60, recentUnits: 120 },
  rhythmDays: 7,
  delayDays: 2,
}
const sold = (rest: Partial<LimitFacts['sold']>) => ({ ...steady.sold, ...rest })

test('the minimum lasts until an order has come, the maximum a month longer', () => {
  // margin: 1.28 × √(spread 1 × 2 × 9) = 5.4, rounded up
  expect(limitsOf(steady)).toEqual({ minimum: 18 + 6, maximum: 78 + 6 })
})

test('a slower or rarer supplier asks for more', () => {
  expect(limitsOf({ ...steady, delayDays: 9 })).toEqual({ minimum: 32 + 8, maximum: 92 + 8 })
  expect(limitsOf({ ...steady, rhythmDays: 1, delayDays: 0 })).toEqual({ minimum: 2 + 2, maximum: 62 + 2 })
})

test('a maximum holds at most three months of sales, and never less than the minimum', () => {
  const slow = sold({ units: 6, squares: 6, recentUnits: 2 })
  expect(limitsOf({ ...steady, sold: slow })).toEqual({ minimum: 2, maximum: 3 })
  expect(limitsOf({ ...steady, sold: slow, delayDays: 120 })).toEqual({ minimum: 8, maximum: 8 })
})

test('what does not sell needs none, and what was hardly in stock says nothing', () => {
  expect(limitsOf({ ...steady, sold: sold({ units: 0, squares: 0, recentUnits: 0 }) })).toEqual({
    minimum: 0,
    maximum: 0,
  })
  expect(limitsOf({ ...steady, sold: sold({ days: 20 }) })).toBeNull()
})

test('the reason says what is wrong with the limits of today', () => {
  const proposed = { minimum: 24, maximum: 84 }
  expect(limitReason(proposed, proposed)).toBeNull()
  expect(limitReason({ minimum: 0, maximum: 0 }, proposed)).toBe('none')
  expect(limitReason({ minimum: 5, maximum: 84 }, proposed)).toBe('too-low')
  expect(limitReason({ minimum: 60, maximum: 84 }, proposed)).toBe('too-high')
  expect(limitReason({ minimum: 24, maximum: 0 }, proposed)).toBe('maximum')
  expect(limitReason({ minimum: 5, maximum: 0 }, { minimum: 0, maximum: 0 })).toBe('unsold')
})

const facts = fc.record({
  rhythmDays: fc.integer({ min: 1, max: 30 }),
  delayDays: fc.double({ min: 0, max: 60, noNaN: true }),
  sold: fc.record({ days: fc.nat(180), units: fc.integer({ min: -5, max: 20_000 }) }).chain(({ days, units }) =>
    fc.record({
      days: fc.constant(days),
      units: fc.constant(units),
      squares: fc.integer({ min: Math.abs(units), max: 2_000_000 }),
      recentDays: fc.nat(Math.min(60, days)),
      recentUnits: fc.nat(Math.max(0, units)),
    }),
  ),
})

test('limits are whole boxes, the minimum within the maximum', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const limits = limitsOf(all)
      if (!limits) return
      expect(Number.isInteger(limits.minimum) && Number.isInteger(limits.maximum)).toBe(true)
      expect(limits.minimum).toBeGreaterThanOrEqual(0)
      expect(limits.maximum).toBeGreaterThanOrEqual(limits.minimum)
      expect(limits.maximum === 0).toBe(limits.minimum === 0)
    }),
  )
})

test('a longer wait never lowers a limit', () => {
  fc.assert(
    fc.property(facts, fc.double({ min: 0, max: 30, noNaN: true }), (all, more) => {
      const [now, later] = [limitsOf(all), limitsOf({ ...all, delayDays: all.delayDays + more })]
      if (!now || !later) return
      expect(later.minimum).toBeGreaterThanOrEqual(now.minimum)
      expect(later.maximum).toBeGreaterThanOrEqual(now.maximum)
    }),
  )
})
