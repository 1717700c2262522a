import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import { newestPart } from '#shared/domain/part-of-period.ts'

const today = '2026-11-29'
const anyDay = fc.integer({ min: -1500, max: 30 }).map((days) => addDays(today, days))

test('all days become the last 31; years the last month of theirs; a month stays whole', () => {
  expect(newestPart({}, today)).toEqual({ from: '2026-10-30', to: today })
  expect(newestPart({ from: '2023-01-01', to: '2024-12-31' }, today)).toEqual({ from: '2024-12-01', to: '2024-12-31' })
  expect(newestPart({ from: '2026-10-30', to: today }, today)).toBeNull()
})

test('a part ends with its period, has 31 days, and is shorter than the period', () => {
  fc.assert(
    fc.property(fc.option(anyDay, { nil: undefined }), fc.option(anyDay, { nil: undefined }), (from, to) => {
      const part = newestPart({ from, to }, today)
      if (!part) {
        expect(daysBetween(from!, to ?? today)).toBeLessThan(31)
        return
      }
      expect(part.to).toBe(to ?? today)
      expect(daysBetween(part.from, part.to)).toBe(30)
      if (from !== undefined) expect(from < part.from).toBe(true)
    }),
  )
})
