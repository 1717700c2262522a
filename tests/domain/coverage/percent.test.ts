import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPercent, percentOf } from '#shared/domain/coverage/percent.ts'
import { anyPercent } from '#tests/domain/coverage/support/any-coverage.ts'
import { runs } from '#tests/support/extent.ts'

test('a percent is whole, from 0 to 100', () => {
  expect([0, 1, 70, 80, 100].map(isPercent)).toEqual([true, true, true, true, true])
  expect([-1, 101, 79.5, Number.NaN, Number.POSITIVE_INFINITY].map(isPercent)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('half a unit goes up', () => {
  expect([
    percentOf(999, 50),
    percentOf(1237, 80),
    percentOf(1, 49),
    percentOf(1, 50),
    percentOf(0, 80),
    percentOf(777, 100),
    percentOf(777, 0),
  ]).toEqual([500, 990, 0, 1, 0, 777, 0])
})

test('it is exact for every amount, also where amount × percent goes beyond 2^53', () => {
  // 2^53 − 1 = 9 007 199 254 740 991; 99 % = 8 917 127 262 193 581.09
  expect(percentOf(Number.MAX_SAFE_INTEGER, 99)).toBe(8_917_127_262_193_581)
  fc.assert(
    fc.property(fc.oneof(fc.nat(500), fc.maxSafeNat()), anyPercent, (amount, percent) => {
      expect(BigInt(percentOf(amount, percent))).toBe((BigInt(amount) * BigInt(percent) * 2n + 100n) / 200n)
    }),
    { numRuns: runs(5000) },
  )
})

test('what is no amount or no percent is refused', () => {
  for (const amount of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => percentOf(amount, 80)).toThrow(RangeError)
  for (const percent of [-1, 101, 0.5]) expect(() => percentOf(100, percent)).toThrow(RangeError)
})
