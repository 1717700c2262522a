import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor, roundHalfUp, roundToStep, sum } from '#shared/domain/money.ts'

const anyAmount = fc.integer({ min: -10_000_000, max: 10_000_000 })

test('money is whole: a fraction, a number too large or no number is refused', () => {
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => minor(wrong)).toThrow(RangeError)
  expect(minor(4890)).toBe(4890)
})

test('there is one zero', () => {
  expect(Object.is(minor(-0), 0)).toBe(true)
  expect(Object.is(roundHalfUp(-0.2), 0)).toBe(true)
})

test('half a franc goes away from zero, so that a credit note rounds like its sale', () => {
  expect([0.5, 1.5, 2.4, -0.5, -2.5].map(roundHalfUp)).toEqual([1, 2, 2, -1, -3])
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      expect(roundHalfUp(-value) + roundHalfUp(value)).toBe(0)
      expect(Math.abs(roundHalfUp(value) - value)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('amounts add up; nothing is worth 0', () => {
  expect(sum([])).toBe(0)
  expect(sum([3080, 2320, 1200])).toBe(6600)
  expect(() => sum([0.1])).toThrow(RangeError)
})

test('1–2 go down, 3–4 go up to the nearest 5 francs', () => {
  expect([4890, 4891, 4892, 4893, 4894, 4895].map((amount) => roundToStep(minor(amount), 5))).toEqual([
    4890, 4890, 4890, 4895, 4895, 4895,
  ])
})

test('a rounded amount is a multiple of the step and at most half a step away; a step of 1 changes nothing', () => {
  fc.assert(
    fc.property(anyAmount, fc.constantFrom(1, 5, 10, 25, 50), (amount, step) => {
      const rounded = roundToStep(minor(amount), step)
      expect(Math.abs(rounded % step)).toBe(0)
      expect(Math.abs(rounded - amount) * 2).toBeLessThanOrEqual(step)
      if (step === 1) expect(rounded).toBe(amount)
    }),
  )
})
