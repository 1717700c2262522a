import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abcOf } from '#shared/domain/inventories/abc.ts'
import { doubtOf, type DoubtFacts } from '#shared/domain/inventories/doubt.ts'
import { quietHours } from '#shared/domain/inventories/quiet-hours.ts'

test('80 % of the turnover is A, the next 15 % B, the rest C', () => {
  const classes = abcOf([
    { id: 'a', turnover: 700 },
    { id: 'b', turnover: 200 },
    { id: 'c', turnover: 60 },
    { id: 'd', turnover: 40 },
    { id: 'e', turnover: 0 },
  ])
  expect([...classes.values()].join('')).toBe('AABCC')
  expect(abcOf([{ id: 'x', turnover: 0 }]).get('x')).toBe('C')
})

test('no product of a lower class sells more than one of a higher class', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { maxLength: 40 }), (turnovers) => {
      const products = turnovers.map((turnover, place) => ({ id: `p${place}`, turnover }))
      const classes = abcOf(products)
      expect(classes.size).toBe(products.length)
      for (const one of products)
        for (const other of products)
          if (classes.get(one.id)! < classes.get(other.id)!) expect(one.turnover).toBeGreaterThanOrEqual(other.turnover)
    }),
  )
})

const calm: DoubtFacts = { lowest: 4, daysSinceCount: 10, movements: 3, value: 1_000, meanValue: 1_000 }

test('the reasons of a doubt: negative, never counted, moved a lot, dear, counted long ago', () => {
  expect(doubtOf(calm).reasons).toEqual([])
  expect(doubtOf({ ...calm, lowest: -1 }).reasons).toEqual(['negative'])
  expect(doubtOf({ ...calm, daysSinceCount: null }).reasons).toEqual(['never-counted'])
  expect(doubtOf({ ...calm, movements: 30, value: 5_000, daysSinceCount: 200 }).reasons).toEqual([
    'moved-a-lot',
    'dear',
    'long-ago',
  ])
})

test('a stock below zero is more doubtful than any that is not; more of anything is never less doubtful', () => {
  const facts = fc.record({
    lowest: fc.integer({ min: -50, max: 500 }),
    daysSinceCount: fc.option(fc.nat(2_000)),
    movements: fc.nat(5_000),
    value: fc.nat(10_000_000),
    meanValue: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(facts, fc.nat(500), (each, more) => {
      const { score } = doubtOf(each)
      expect(doubtOf({ ...each, lowest: -1 }).score).toBeGreaterThan(doubtOf({ ...each, lowest: 0 }).score)
      expect(doubtOf({ ...each, movements: each.movements + more }).score).toBeGreaterThanOrEqual(score)
      expect(doubtOf({ ...each, value: each.value + more }).score).toBeGreaterThanOrEqual(score)
      expect(doubtOf({ ...each, daysSinceCount: null }).score).toBeGreaterThanOrEqual(score)
      if (each.lowest >= 0) expect(score).toBeLessThan(1_000)
    }),
  )
})

test('quiet hours: open, with at most half of the sales of a mean hour', () => {
  const sales = [0, 10, 30, 28, 6, 22].map((each, hour) => ({ hour: hour + 7, sales: each }))
  expect(quietHours(sales)).toEqual([11])
  expect(quietHours([])).toEqual([])
})
