import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCoefficient, readCoefficient } from '#shared/ui/coefficient-format.ts'

test('« 1,32 » is 1320 thousandths, with a comma or a point', () => {
  expect(readCoefficient('1,32')).toBe(1320)
  expect(readCoefficient(' 1.32 ')).toBe(1320)
  expect(readCoefficient('2')).toBe(2000)
  expect(formatCoefficient(1320)).toBe('1,32')
})
test('blank is no coefficient; two commas, letters and a fourth decimal are none', () => {
  expect(readCoefficient('')).toBeNull()
  for (const text of ['1,3,2', 'x', '-1', '1,3201']) expect(readCoefficient(text)).toBeNaN()
})
test('law: what is shown is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (coefficient) => {
      expect(readCoefficient(formatCoefficient(coefficient))).toBe(coefficient)
    }),
  )
})
