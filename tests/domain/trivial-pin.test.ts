import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTrivialPin } from '#shared/domain/trivial-pin.ts'

test.each(['0000', '7777', '1234', '0123', '6789', '7890', '9012', '4321', '9876', '3210', '0987'])(
  '%s is among the first that anybody tries',
  (pin) => {
    expect(isTrivialPin(pin)).toBe(true)
  },
)

test.each(['1960', '1235', '0124', '1357', '2468', '1221', '1000', '9990', '4417'])('%s is not', (pin) => {
  expect(isTrivialPin(pin)).toBe(false)
})

test('thirty of the ten thousand PINs are trivial', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
  expect(all.filter(isTrivialPin)).toHaveLength(30)
})

test('a PIN read backwards, or with each digit one higher, is as trivial as it was', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4}$/), (pin) => {
      const digits = Array.from(pin)
      expect(isTrivialPin(digits.toReversed().join(''))).toBe(isTrivialPin(pin))
      expect(isTrivialPin(digits.map((digit) => (Number(digit) + 1) % 10).join(''))).toBe(isTrivialPin(pin))
    }),
  )
})
