import fc from 'fast-check'
import { expect, test } from 'vitest'
import { farShortage, unaskedShortage } from '#shared/domain/short-stock.ts'

test.each([
  [{ quantity: 400, left: 53 }, 347],
  [{ quantity: 73, left: 53 }, 0],
  [{ quantity: 74, left: 53 }, 21],
  [{ quantity: 1, left: 0 }, 0],
  [{ quantity: 5, left: -300 }, 0],
  [{ quantity: 21, left: -300 }, 21],
])('%j lacks %i', (line, missing) => {
  expect(farShortage(line)).toBe(missing)
})

test('what is there is never asked about, what is far beyond always is, and more asked is never less missing', () => {
  const count = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(count, count, count, (quantity, left, more) => {
      const missing = farShortage({ quantity, left })
      if (quantity <= left) expect(missing).toBe(0)
      if (quantity > left + unaskedShortage) expect(missing).toBe(quantity - left)
      expect(farShortage({ quantity: quantity + more, left })).toBeGreaterThanOrEqual(missing)
    }),
  )
})
