import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptDays, neighbourDays, type Calendar } from '#shared/domain/backup/kept-days.ts'
import { keptBackups } from '#shared/domain/backup/retention.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const calendar: Calendar = {
  dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
  endOf: (day) => Date.parse(`${day}T23:59:59.999Z`),
}
/** A Sunday at noon; a base each night at two, as many nights as are asked. */
const now = Date.parse('2026-11-29T12:00:00Z')
const nights = (count: number, line = 'a') =>
  Array.from({ length: count }, (_, index) => ({
    at: Date.parse('2026-11-29T02:00:00Z') - (count - 1 - index) * dayMs,
    line,
  }))
const daysOf = (bases: { at: number; line: string }[], storedUntil = now) =>
  keptDays(bases, { now, storedUntil }, calendar)

test('a week of bases shows the end of each of its days, and today until now', () => {
  const days = daysOf(nights(3))
  expect(days).toEqual([
    { day: '2026-11-26', at: Date.parse('2026-11-27T02:00:00Z') },
    { day: '2026-11-27', at: calendar.endOf('2026-11-27') },
    { day: '2026-11-28', at: calendar.endOf('2026-11-28') },
    { day: '2026-11-29', at: now },
  ])
})

test('older days are those of a night base; a day outside names its neighbours', () => {
  const days = daysOf([
    { at: Date.parse('2026-09-04T02:00:00Z'), line: 'a' },
    { at: Date.parse('2026-10-02T10:00:00Z'), line: 'a' },
    ...nights(20),
  ])
  expect(days.slice(0, 2).map(({ day }) => day)).toEqual(['2026-09-03', '2026-10-02'])
  expect(neighbourDays(days, '2026-09-20')).toEqual({ before: '2026-09-03', after: '2026-10-02' })
  expect(neighbourDays(days, '2026-01-01')).toEqual({ before: null, after: '2026-09-03' })
  expect(neighbourDays(days, '2027-01-01')).toEqual({ before: '2026-11-29', after: null })
})

test('of a line that ended nobody knows how far its log goes', () => {
  const [first, second] = nights(2)
  const days = daysOf([first!, { ...second!, line: 'b' }])
  expect(days).toEqual([
    { day: '2026-11-27', at: first!.at },
    { day: '2026-11-28', at: second!.at },
    { day: '2026-11-29', at: now },
  ])
})

const shop = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 60 })
  .map((hours) => hours.toSorted((one, other) => other - one).map((age) => ({ at: now - age * hourMs, line: 'a' })))

test('every day of the last fourteen that a base precedes is kept at its end; no moment lies before the oldest base', () => {
  fc.assert(
    fc.property(shop, (bases) => {
      const days = daysOf(bases)
      const oldest = Math.min(...bases.map(({ at }) => at))
      expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].toSorted())
      for (const { at } of days) {
        expect(at).toBeGreaterThanOrEqual(oldest)
        expect(at).toBeLessThanOrEqual(now)
      }
      for (let age = 1; age <= 13; age++) {
        const day = calendar.dayOf(now - age * dayMs)
        if (oldest < calendar.endOf(day)) expect(days).toContainEqual({ day, at: calendar.endOf(day) })
      }
    }),
  )
})

test('what the retention keeps is shown: a day stays as long as its base', () => {
  fc.assert(
    fc.property(shop, (bases) => {
      const held = bases.map((base, index) => ({
        ...base,
        id: String(index),
        start: BigInt(index) * 100_000_000n,
        end: BigInt(index) * 100_000_000n + 1n,
        bytes: 1,
      }))
      const kept = keptBackups({ bases: held, logs: [], line: 'a' }, { now, budget: 1e9 })
      const days = new Set(daysOf(held.filter(({ id }) => kept.has(id))).map(({ day }) => day))
      for (const { id, at } of held) if (kept.has(id)) expect(days).toContain(calendar.dayOf(at - 6 * hourMs))
      for (const { day } of daysOf(bases)) {
        if (days.has(day)) continue
        const { before, after } = neighbourDays(
          [...days].toSorted().map((one) => ({ day: one, at: 0 })),
          day,
        )
        expect(before === null || before < day).toBe(true)
        expect(after === null || after > day).toBe(true)
      }
    }),
  )
})
