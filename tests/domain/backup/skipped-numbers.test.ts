import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skippedNumbers } from '#shared/domain/backup/skipped-numbers.ts'

const dayMs = 86_400_000

test('a computer that died this morning, in a shop of 210 sales on its busiest day', () => {
  expect(skippedNumbers({ lostMs: 3_600_000, busiestDay: 210 })).toBe(500)
  expect(skippedNumbers({ lostMs: 3 * dayMs, busiestDay: 210 })).toBe(1_700)
  expect(skippedNumbers({ lostMs: 0, busiestDay: 0 })).toBe(100)
})

test('no number of the lost time is given again, even if each of its days was the busiest', () => {
  fc.assert(
    fc.property(fc.nat(400 * dayMs), fc.nat(5_000), (lostMs, busiestDay) => {
      const days = lostMs / dayMs
      expect(skippedNumbers({ lostMs, busiestDay })).toBeGreaterThanOrEqual(days * busiestDay)
      expect(skippedNumbers({ lostMs, busiestDay }) % 100).toBe(0)
    }),
  )
})
