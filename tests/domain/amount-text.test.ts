import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText } from '#shared/domain/amount-text.ts'

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1_000, 0, '1\u202f000'],
  [12_500, 0, '12\u202f500'],
  [1_234_567, 0, '1\u202f234\u202f567'],
  [-4_150, 0, '\u22124\u202f150'],
  [0, 2, '0,00'],
  [5, 2, '0,05'],
  [-5, 2, '\u22120,05'],
  [1_250, 2, '12,50'],
  [100_000, 2, '1\u202f000,00'],
  [1_000, 3, '1,000'],
])('%i with %i decimals is « %s »', (amount, decimals, text) => {
  expect(amountText(amount, decimals)).toBe(text)
})

test('law: whoever reads the text has the amount again, and no group has another length than three', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 3 }), (amount, decimals) => {
      const text = amountText(amount, decimals)
      const [, sign, whole, cents = ''] = /^(\u2212?)(\d{1,3}(?:\u202f\d{3})*)(?:,(\d+))?$/.exec(text)!
      expect(cents).toHaveLength(decimals)
      expect(BigInt(whole!.replaceAll('\u202f', '') + cents) * (sign ? -1n : 1n)).toBe(BigInt(amount))
    }),
  )
})
