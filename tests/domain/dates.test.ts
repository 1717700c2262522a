import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  daysBetween,
  instantOfReading,
  lastDayOfMonth,
  localDayOf,
  localHourOf,
  localReadingOf,
  localTimeOf,
  mondayOf,
  startOfLocalDay,
  utcMidnight,
  weekOf,
} from '#shared/domain/dates.ts'
import { anyDay } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

const zones = [
  'Africa/Porto-Novo',
  'Africa/Abidjan',
  'Africa/Dakar',
  'Africa/Douala',
  'Africa/Cairo',
  'America/New_York',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
]

test('a picked day is UTC midnight', () => {
  expect(utcMidnight('2026-11-21').toISOString()).toBe('2026-11-21T00:00:00.000Z')
  expect(dayOf(new Date('2026-11-21T23:59:59Z'))).toBe('2026-11-21')
})

test.each(['2026-02-29', '2026-13-01', '21/11/2026', '', '2026-1-1'])('%s is no day', (wrong) =>
  expect(() => utcMidnight(wrong)).toThrow(RangeError),
)

describe('where the pharmacy stands', () => {
  test('Cotonou is an hour ahead of UTC: its day begins before', () => {
    expect(localDayOf(new Date('2026-11-21T23:30:00Z'), 'Africa/Porto-Novo')).toBe('2026-11-22')
    expect(localHourOf(new Date('2026-11-21T23:30:00Z'), 'Africa/Porto-Novo')).toBe(0)
    expect(startOfLocalDay('2026-11-22', 'Africa/Porto-Novo').toISOString()).toBe('2026-11-21T23:00:00.000Z')
    expect(localDayOf(new Date('2026-11-21T23:30:00Z'), 'Africa/Abidjan')).toBe('2026-11-21')
  })

  test('a day begins at its midnight on the days when clocks change too', () => {
    expect(startOfLocalDay('2026-03-08', 'America/New_York').toISOString()).toBe('2026-03-08T05:00:00.000Z')
    expect(startOfLocalDay('2026-03-09', 'America/New_York').toISOString()).toBe('2026-03-09T04:00:00.000Z')
    expect(startOfLocalDay('2026-11-02', 'America/New_York').toISOString()).toBe('2026-11-02T05:00:00.000Z')
  })

  test('every day begins on itself, and the instant before is the day before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 7_305, max: 40_000 }),
        fc.constantFrom(...zones.filter((zone) => zone !== 'Africa/Cairo')),
        (days, zone) => {
          const day = dayOf(new Date(days * 86_400_000))
          const start = startOfLocalDay(day, zone)
          expect(localDayOf(start, zone)).toBe(day)
          // The first day of a zone's new side of the date line has another day before it.
          fc.pre(zone !== 'Pacific/Kiritimati' || day > '1995-01-02')
          expect(localDayOf(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1))
        },
      ),
    )
  })

  test('hours are 0 to 23 and milliseconds do not matter', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2080-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        (instant, zone) => {
          const hour = localHourOf(instant, zone)
          expect(hour).toBeGreaterThanOrEqual(0)
          expect(hour).toBeLessThanOrEqual(23)
          const whole = new Date(Math.floor(instant.getTime() / 1000) * 1000)
          expect(localHourOf(whole, zone)).toBe(hour)
          expect(localDayOf(whole, zone)).toBe(localDayOf(instant, zone))
        },
      ),
    )
  })
})

test('on a day when clocks change each instant has its own hour, whichever was asked for before', () => {
  const timesIn = (zone: string, ...instants: string[]) =>
    instants.map((instant) => localTimeOf(new Date(instant), zone))
  expect(
    timesIn(
      'America/New_York',
      '2026-03-08T06:59:59Z',
      '2026-03-08T07:00:00Z',
      '2026-03-08T06:00:00Z',
      '2026-03-07T12:00:00Z',
    ),
  ).toEqual(['01:59', '03:00', '01:00', '07:00'])
  const spring = fc.integer({ min: Date.parse('2026-03-06T00:00:00Z'), max: Date.parse('2026-03-10T00:00:00Z') })
  fc.assert(
    fc.property(fc.array(fc.tuple(spring, fc.constantFrom(...zones)), { minLength: 1, maxLength: 12 }), (asked) => {
      for (const [at, zone] of asked)
        expect(localTimeOf(new Date(at), zone)).toBe(
          new Date(at).toLocaleTimeString('en-GB', {
            timeZone: zone,
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }),
        )
    }),
    { numRuns: runs(50) },
  )
})

test('days are added and counted the same way', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysBetween('2026-11-21', '2026-12-29')).toBe(38)
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
      expect(daysBetween(day, addDays(day, days))).toBe(days)
    }),
  )
})

test('a week goes from Monday to Sunday', () => {
  expect(mondayOf('2026-11-21')).toBe('2026-11-16')
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  fc.assert(
    fc.property(anyDay, (day) => {
      const week = weekOf(day)
      expect(week).toHaveLength(7)
      expect(week).toContain(day)
      expect(utcMidnight(week[0]!).getUTCDay()).toBe(1)
      expect(weekOf(week[6]!)).toEqual(week)
    }),
  )
})

test('months end where they do', () => {
  expect([lastDayOfMonth(2024, 2), lastDayOfMonth(2026, 2), lastDayOfMonth(2026, 12)]).toEqual([
    '2024-02-29',
    '2026-02-28',
    '2026-12-31',
  ])
})

test('a reading of a clock is an instant, and back; an hour that is skipped is the one after', () => {
  expect(localReadingOf(new Date('2026-11-28T22:30:15.250Z'), 'Africa/Porto-Novo')).toBe('2026-11-28T23:30:15.250')
  expect(instantOfReading('2026-03-08T02:30:00.000', 'America/New_York').toISOString()).toBe('2026-03-08T07:30:00.000Z')
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, fc.constantFrom('Africa/Porto-Novo', 'Africa/Abidjan', 'Asia/Kathmandu'), (at, zone) => {
      expect(instantOfReading(localReadingOf(at, zone), zone)).toEqual(at)
    }),
  )
})
