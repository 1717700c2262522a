import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIban } from '#shared/domain/iban.ts'

/** Account numbers of the lengths in use, with the check digits that belong to them. */
const anyIban = fc
  .tuple(fc.constantFrom('BJ', 'CI', 'FR', 'TG'), fc.stringMatching(/^[A-Z0-9]{15,24}$/))
  .map(([country, account]) => {
    const digits = `${account}${country}00`
      .split('')
      .map((sign) => String(Number.parseInt(sign, 36)))
      .join('')
    return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
  })

test('an IBAN is known by its check digits, however it is spaced', () => {
  expect(isIban('FR76 3000 6000 0112 3456 7890 189')).toBe(true)
  expect(isIban('FR7630006000011234567890189')).toBe(true)
  expect(isIban('FR76 3000 6000 0112 3456 7890 188')).toBe(false)
  for (const text of ['', '01 97 00 00 00', 'FR76', '7630006000011234567890189']) expect(isIban(text)).toBe(false)
  fc.assert(fc.property(anyIban, (iban) => isIban(iban)))
})

test('one wrong digit is always noticed', () => {
  fc.assert(
    fc.property(anyIban, fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, more) => {
      const digits = iban.split('').flatMap((sign, at) => (/\d/.test(sign) ? [at] : []))
      const at = digits[place % digits.length]!
      const wrong = iban.slice(0, at) + String((Number(iban[at]) + more) % 10) + iban.slice(at + 1)
      expect(isIban(wrong)).toBe(false)
    }),
  )
})
