import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPurse, worthOfBox, type PurseLine } from '#shared/domain/purchasing/purse.ts'

const line = (id: string, rest: Partial<PurseLine> = {}): PurseLine => ({
  id,
  quantity: 10,
  cost: 1_000,
  margin: 300,
  perDay: 1,
  position: 0,
  ...rest,
})
const boughtOf = (lines: readonly PurseLine[], budget: number) => Object.fromEntries(fillPurse(lines, budget).bought)

test('a budget for all buys all', () => {
  expect(fillPurse([line('a'), line('b')], 20_000)).toMatchObject({ spent: 20_000, leftGain: 0, distance: 0 })
})

test('no money buys nothing, less than none too', () => {
  for (const budget of [0, -5_000]) expect(fillPurse([line('a')], budget)).toMatchObject({ spent: 0, gain: 0 })
})

test('what sells sooner and brings more comes first', () => {
  expect(boughtOf([line('fast', { perDay: 5 }), line('slow', { perDay: 0.05 })], 10_000)).toEqual({ fast: 10, slow: 0 })
  expect(boughtOf([line('rich', { margin: 600 }), line('poor', { margin: 100 })], 10_000)).toEqual({
    rich: 10,
    poor: 0,
  })
})

test('of two equal lines each gets its first boxes before the other gets its last ones', () => {
  expect(boughtOf([line('a'), line('b')], 10_000)).toEqual({ a: 5, b: 5 })
})

test('a product that would wait half a year is worth nothing', () => {
  expect(worthOfBox(line('a', { perDay: 0.1, position: 20 }), 1)).toBe(0)
  expect(worthOfBox(line('a', { perDay: null }), 1)).toBe(150)
})

const lines = fc
  .array(
    fc.record({
      quantity: fc.nat(4),
      cost: fc.integer({ min: 0, max: 40 }),
      margin: fc.nat(30),
      perDay: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 3, noNaN: true })),
      position: fc.integer({ min: -3, max: 30 }),
    }),
    { maxLength: 4 },
  )
  .map((rows) => rows.map((row, index): PurseLine => ({ ...row, id: String(index) })))

/** The best of all choices, by trying each. */
function bestGain(rows: readonly PurseLine[], budget: number): number {
  const [first, ...rest] = rows
  if (!first) return 0
  let best = 0
  let worth = 0
  for (let boxes = 0; boxes <= first.quantity && boxes * first.cost <= Math.max(0, budget); boxes++) {
    if (boxes > 0) worth += worthOfBox(first, boxes)
    best = Math.max(best, worth + bestGain(rest, budget - boxes * first.cost))
  }
  return best
}

test('the purse is never overdrawn, and no choice is better by more than the distance told', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 300 }), (rows, budget) => {
      const purse = fillPurse(rows, budget)
      expect(purse.spent).toBeLessThanOrEqual(budget)
      for (const { id, quantity } of rows) {
        expect(purse.bought.get(id)).toBeGreaterThanOrEqual(0)
        expect(purse.bought.get(id)).toBeLessThanOrEqual(quantity)
      }
      const best = bestGain(rows, budget)
      expect(best).toBeLessThanOrEqual(purse.gain + purse.distance + 1e-6)
      expect(purse.gain).toBeLessThanOrEqual(best + 1e-6)
      const all = rows.reduce((sum, row) => {
        let worth = 0
        for (let n = 1; n <= row.quantity; n++) worth += worthOfBox(row, n)
        return sum + worth
      }, 0)
      expect(purse.gain + purse.leftGain).toBeCloseTo(all)
    }),
  )
})
