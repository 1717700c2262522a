import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockSkew, skewError } from '#shared/domain/clock-skew.ts'

test('a terminal that is two hours behind: the server is 7,200 s ahead', () => {
  expect(clockSkew({ serverAt: 7_200_000, receivedAt: 600, tookMs: 200 })).toBe(7_200_000)
})

test('a terminal that is ahead: below 0', () => {
  expect(clockSkew({ serverAt: 0, receivedAt: 60_550, tookMs: 100 })).toBe(-60_000)
})

test('whatever the clocks and the way, the skew is right within its error', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 1e12, max: 2e12 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 0, max: 5000 }),
      (skew, sentAt, there, back) => {
        const serverAt = Math.floor((sentAt + there + skew) / 1000) * 1000
        const answer = { serverAt, receivedAt: sentAt + there + back, tookMs: there + back }
        // Rounded to the millisecond.
        expect(Math.abs(clockSkew(answer) - skew)).toBeLessThanOrEqual(skewError(answer) + 1)
      },
    ),
  )
})
