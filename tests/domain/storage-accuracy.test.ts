import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accuracyOf } from '#shared/domain/storage-accuracy.ts'

test('one lot of eight with a difference is 87 %', () => expect(accuracyOf({ lots: 8, wrong: 1 })).toBe(87))
test('one lot of a thousand is not 100 %', () => expect(accuracyOf({ lots: 1000, wrong: 1 })).toBe(99))
test('an empty storage has none', () => expect(accuracyOf({ lots: 0, wrong: 0 })).toBeNull())

test('law: from 0 to 100, 100 only without a difference, and never more with one difference more', () => {
  const counts = fc
    .integer({ min: 1, max: 100_000 })
    .chain((lots) => fc.record({ lots: fc.constant(lots), wrong: fc.integer({ min: 0, max: lots }) }))
  fc.assert(
    fc.property(counts, ({ lots, wrong }) => {
      const percent = accuracyOf({ lots, wrong })!
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent === 100).toBe(wrong === 0)
      if (wrong < lots) expect(accuracyOf({ lots, wrong: wrong + 1 })).toBeLessThanOrEqual(percent)
    }),
  )
})
