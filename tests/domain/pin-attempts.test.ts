import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailures } from '#shared/domain/pin-attempts.ts'

test('four more tries after the first wrong PIN, then waits that double up to an hour', () => {
  expect([0, 1, 4].map(afterFailures)).toEqual([5, 4, 1].map((attemptsLeft) => ({ attemptsLeft, lockSeconds: 0 })))
  expect([5, 6, 7, 8, 11, 12, 99, 5000].map((failed) => afterFailures(failed).lockSeconds)).toEqual([
    30, 60, 120, 240, 1920, 3600, 3600, 3600,
  ])
})

test('always either attempts or a wait, and a further failure never makes it easier', () => {
  fc.assert(
    fc.property(fc.nat(10_000), (failed) => {
      const [now, next] = [afterFailures(failed), afterFailures(failed + 1)]
      expect(now.attemptsLeft > 0).toBe(now.lockSeconds === 0)
      expect(next.attemptsLeft).toBeLessThanOrEqual(now.attemptsLeft)
      expect(next.lockSeconds).toBeGreaterThanOrEqual(now.lockSeconds)
      expect(now.lockSeconds).toBeLessThanOrEqual(3600)
    }),
  )
})
