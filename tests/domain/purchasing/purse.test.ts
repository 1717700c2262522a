import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPurse, firstSliceOf, worthOfBox, type PurseLine } from '#shared/domain/purchasing/purse.ts'

const line = (id: string, rest: Partial<PurseLine> = {}): PurseLine => ({
  id,
  quantity: 10,
  cost: 1_000,
  margin: 300,
  perDay: 1,
  position: 1,
  promised: 0,
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

test('what clients have paid for comes first, however little it brings', () => {
  const rows = [line('paid', { margin: 0, promised: 2, position: -2 }), line('rich', { margin: 900, perDay: 9 })]
  expect(boughtOf(rows, 2_000)).toEqual({ paid: 2, rich: 0 })
  // of the shortage that is left, its first days too
  expect(boughtOf(rows, 7_000)).toEqual({ paid: 5, rich: 2 })
})

test('of promised boxes the cheapest come first, so that most clients are served', () => {
  const rows = [line('dear', { cost: 5_000, promised: 1 }), line('cheap', { promised: 3 })]
  expect(fillPurse(rows, 5_500)).toMatchObject({ spent: 5_000, promisedLeft: 1 })
  expect(boughtOf(rows, 5_500)).toEqual({ dear: 0, cheap: 5 })
})

test('then each shortage gets three days of sales before anything else is bought', () => {
  const rows = [
    line('out', { perDay: 2, position: 0, margin: 10 }),
    line('unknown', { perDay: null, position: 0, margin: 10 }),
    line('low', { margin: 900, perDay: 9 }),
  ]
  expect(boughtOf(rows, 7_000)).toEqual({ out: 6, unknown: 1, low: 0 })
  expect(boughtOf(rows, 9_000)).toEqual({ out: 6, unknown: 1, low: 2 })
})

test('money that is short of the first slices gives each shortage a box before any gets two', () => {
  const rows = ['a', 'b', 'c'].map((id, index) => line(id, { perDay: 2, position: 0, margin: 300 - index }))
  expect(boughtOf(rows, 4_000)).toEqual({ a: 2, b: 1, c: 1 })
  expect(fillPurse(rows, 4_000)).toMatchObject({ shortagesLeft: 3 })
})

test('a shortage that the money cannot pay gives way to the others', () => {
  const rows = [line('dear', { cost: 90_000, margin: 90_000, position: 0 }), line('cheap', { position: 0 })]
  expect(boughtOf(rows, 5_000)).toEqual({ dear: 0, cheap: 5 })
})

const lines = fc
  .array(
    fc.record({
      quantity: fc.nat(4),
      cost: fc.integer({ min: 0, max: 40 }),
      margin: fc.nat(30),
      perDay: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 3, noNaN: true })),
      position: fc.integer({ min: -3, max: 30 }),
      promised: fc.nat(4),
    }),
    { maxLength: 4 },
  )
  .map((rows) =>
    rows.map((row, index): PurseLine => ({
      ...row,
      id: String(index),
      promised: Math.min(row.promised, row.quantity),
    })),
  )
const budgets = fc.integer({ min: -50, max: 300 })

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

test('without promises and shortages, no choice is better by more than the distance told', () => {
  fc.assert(
    fc.property(lines, budgets, (all, budget) => {
      const rows = all.map((row) => ({ ...row, promised: 0, position: Math.abs(row.position) + 1 }))
      const purse = fillPurse(rows, budget)
      const best = bestGain(rows, budget)
      expect(best).toBeLessThanOrEqual(purse.gain + purse.distance + 1e-6)
      expect(purse.gain).toBeLessThanOrEqual(best + 1e-6)
    }),
  )
})

test('the purse is never overdrawn; bought and left out are the whole list', () => {
  fc.assert(
    fc.property(lines, budgets, (rows, budget) => {
      const purse = fillPurse(rows, budget)
      expect(purse.spent).toBeLessThanOrEqual(Math.max(0, budget))
      expect(purse.spent).toBe(rows.reduce((sum, { id, cost }) => sum + cost * purse.bought.get(id)!, 0))
      for (const { id, quantity } of rows) {
        expect(purse.bought.get(id)).toBeGreaterThanOrEqual(0)
        expect(purse.bought.get(id)).toBeLessThanOrEqual(quantity)
      }
      const all = rows.reduce((sum, row) => {
        let worth = 0
        for (let n = 1; n <= row.quantity; n++) worth += worthOfBox(row, n)
        return sum + worth
      }, 0)
      expect(purse.gain + purse.leftGain).toBeCloseTo(all)
    }),
  )
})

test('a promised box is left out only when the other promised ones leave too little money for it', () => {
  fc.assert(
    fc.property(lines, budgets, (rows, budget) => {
      const { bought, promisedLeft } = fillPurse(rows, budget)
      const served = ({ id, promised }: PurseLine) => Math.min(promised, bought.get(id)!)
      const left = Math.max(0, budget) - rows.reduce((sum, row) => sum + row.cost * served(row), 0)
      for (const row of rows) if (served(row) < row.promised) expect(row.cost).toBeGreaterThan(left)
      expect(promisedLeft).toBe(rows.reduce((sum, row) => sum + row.promised - served(row), 0))
    }),
  )
})

test('no product gets more than its first slice while a first slice could still be bought', () => {
  fc.assert(
    fc.property(lines, budgets, (rows, budget) => {
      const { bought, shortagesLeft } = fillPurse(rows, budget)
      const sliced = (row: PurseLine) => Math.min(firstSliceOf(row), bought.get(row.id)!)
      const left = Math.max(0, budget) - rows.reduce((sum, row) => sum + row.cost * sliced(row), 0)
      const short = rows.filter((row) => firstSliceOf(row) > row.promised && sliced(row) < firstSliceOf(row))
      for (const row of short) expect(row.cost).toBeGreaterThan(left)
      expect(shortagesLeft).toBe(short.length)
    }),
  )
})

test('a shortage gets its second box only when the first box of every other one is bought or too dear', () => {
  fc.assert(
    fc.property(lines, budgets, (rows, budget) => {
      const short = rows.map((row) => ({ ...row, promised: 0, position: 0, quantity: row.quantity + 1 }))
      const { bought } = fillPurse(short, budget)
      const left =
        Math.max(0, budget) - short.reduce((sum, { id, cost }) => sum + cost * Math.min(1, bought.get(id)!), 0)
      for (const { id, cost } of short) if (bought.get(id) === 0) expect(cost).toBeGreaterThan(left)
    }),
  )
})
