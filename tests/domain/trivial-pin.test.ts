import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTrivialPin, trivialPins } from '#shared/domain/trivial-pin.ts'

test.each(['0000', '7777', '1234', '0123', '6789', '7890', '9012', '4321', '9876', '3210', '0987'])(
  '%s is among the first that anybody tries',
  (pin) => {
    expect(isTrivialPin(pin)).toBe(true)
  },
)

test.each(['1212', '9090', '1122', '0011', '1221', '7337'])('%s is two digits, twice each', (pin) => {
  expect(isTrivialPin(pin)).toBe(true)
})

test.each(['1900', '1960', '1973', '1999', '2000', '2026', '2099'])('%s is a year', (pin) => {
  expect(isTrivialPin(pin)).toBe(true)
})

test.each(['1235', '0124', '1357', '2468', '1000', '9990', '4417', '1899', '2100', '0196'])('%s is not', (pin) => {
  expect(isTrivialPin(pin)).toBe(false)
})

test('of the ten thousand PINs, the trivial ones are few', () => {
  // 30 rows, 270 of two digits twice, 200 years, of which 1919, 1991, 2002 and 2020 are both
  expect(trivialPins).toHaveLength(496)
})

test('a PIN that is no year is, read backwards or with each digit one higher, as trivial as it was', () => {
  const isYear = (pin: string) => /^(19|20)/.test(pin)
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4}$/), (pin) => {
      const digits = Array.from(pin)
      const others = [digits.toReversed().join(''), digits.map((digit) => (Number(digit) + 1) % 10).join('')]
      for (const other of others)
        if (!isYear(pin) && !isYear(other)) expect(isTrivialPin(other)).toBe(isTrivialPin(pin))
    }),
  )
})
