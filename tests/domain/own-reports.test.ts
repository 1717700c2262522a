import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDayOf } from '#shared/domain/dates.ts'
import { askedFilters, knownQuestion } from '#shared/domain/reports/own-question.ts'
import {
  periodOn,
  relativePeriodLabel,
  relativePeriodNow,
  relativePeriodOf,
  relativePeriods,
} from '#shared/domain/reports/relative-period.ts'
import { criteriaText, groupName } from '#shared/domain/reports/report-words.ts'
import { dueDay, rhythms } from '#shared/domain/reports/schedule.ts'

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

describe('a period that moves with the days', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['this-week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['last-week', '2026-11-30', '2026-11-23', '2026-11-29'],
    ['this-month', '2026-11-29', '2026-11-01', '2026-11-29'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['30-days', '2026-01-15', '2025-12-17', '2026-01-15'],
    ['this-year', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['last-year', '2026-06-01', '2025-01-01', '2025-12-31'],
  ] as const)('%s on %s', (name, today, from, to) => {
    expect(periodOn(name, today)).toEqual({ from, to })
    expect(relativePeriodLabel(name)).not.toBe('')
  })

  test('begins before it ends and never lies in the future; fixed days are themselves', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...relativePeriods), (today, name) => {
        const { from, to } = periodOn(name, today)
        expect(from <= to && to <= today).toBe(true)
        expect(periodOn({ from, to }, '1999-01-01')).toEqual({ from, to })
      }),
    )
  })

  test('is found again by its days now, and by how its days move', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...relativePeriods), (today, name) => {
        const now = periodOn(name, today)
        // Two periods may have the same days now; either is one of them.
        expect(periodOn(relativePeriodNow(now, today)!, today)).toEqual(now)
        expect(relativePeriodOf(today, (day) => periodOn(name, day))).toBe(name)
        expect(relativePeriodOf(today, () => now)).toBeNull()
      }),
    )
    expect(relativePeriodNow({ from: '2026-11-01', to: '2026-11-01' }, '2026-11-01')).toBe('this-month')
    expect(relativePeriodNow({ from: '2026-11-02', to: '2026-11-05' }, '2026-11-29')).toBeNull()
  })
})

describe('a schedule', () => {
  const zone = 'Africa/Porto-Novo'
  const setAt = new Date('2026-11-01T12:00:00Z')
  test.each([
    ['daily', '2026-11-30T05:59:00Z', null],
    ['daily', '2026-11-30T06:00:00Z', '2026-11-30'],
    ['daily', '2026-11-30T22:59:00Z', '2026-11-30'],
    ['daily', '2026-11-30T23:00:00Z', null],
    ['mondays', '2026-11-29T09:00:00Z', null],
    ['mondays', '2026-11-30T09:00:00Z', '2026-11-30'],
    ['month-start', '2026-11-30T09:00:00Z', null],
    ['month-start', '2026-12-01T09:00:00Z', '2026-12-01'],
  ] as const)('%s at 7, seen at %s', (rhythm, now, day) => {
    expect(dueDay({ rhythm, hour: 7, setAt }, new Date(now), zone)).toBe(day)
  })

  test('that is set after its hour begins the next day', () => {
    const schedule = { rhythm: 'daily', hour: 7, setAt: new Date('2026-11-30T09:00:00Z') } as const
    expect(dueDay(schedule, new Date('2026-11-30T10:00:00Z'), zone)).toBeNull()
    expect(dueDay(schedule, new Date('2026-12-01T06:00:00Z'), zone)).toBe('2026-12-01')
  })

  test('is due for the day of the pharmacy or for none, and stays due until midnight', () => {
    const anyMoment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        fc.record({ rhythm: fc.constantFrom(...rhythms), hour: fc.nat(23), setAt: anyMoment }),
        anyMoment,
        fc.nat(86_400_000),
        (schedule, now, later) => {
          const due = dueDay(schedule, now, zone)
          expect([null, localDayOf(now, zone)]).toContain(due)
          const then = new Date(now.getTime() + later)
          if (due !== null && localDayOf(then, zone) === due) expect(dueDay(schedule, then, zone)).toBe(due)
        },
      ),
    )
  })
})

test('a kept question is read in the vocabulary of now, and says what it lost', () => {
  const kept = {
    measures: ['turnover', 'formerName'],
    dimensions: ['month', 'means'],
    filters: [
      { dimension: 'product', key: 'a', name: 'A' },
      { dimension: 'formerDimension', key: 'b', name: 'B' },
    ],
    order: { of: 'change' as const, descending: false },
    only: [
      { by: 'turnover', of: 'value' as const, is: 'some' as const },
      { by: 'formerName', of: 'value' as const, is: 'none' as const },
    ],
  }
  expect(knownQuestion(kept)).toEqual({
    measures: ['turnover'],
    dimensions: ['month'],
    filters: [{ dimension: 'product', key: 'a', name: 'A' }],
    order: { of: 'change', descending: false },
    limit: null,
    only: [{ by: 'turnover', of: 'value', is: 'some' }],
    lost: ['formerName', 'means', 'formerDimension'],
  })
})

test('the keys of one dimension are asked together', () => {
  expect(
    askedFilters([
      { dimension: 'seller', key: 'a' },
      { dimension: 'till', key: 'c' },
      { dimension: 'seller', key: 'b' },
    ]),
  ).toEqual([
    { dimension: 'seller', keys: ['a', 'b'] },
    { dimension: 'till', keys: ['c'] },
  ])
})

test('words of a grouping: « classe ABC » keeps its capitals, and what is unknown has its own name', () => {
  const day = { from: '2026-03-01', to: '2026-03-01' }
  const asked = { filters: [], period: day, comparison: null, comparedPeriod: null }
  expect(criteriaText({ ...asked, measures: ['turnover'], dimensions: ['abc', 'payer'] })).toBe(
    'Chiffre d’affaires · par classe ABC · par assureur ou organisme · le 01/03/2026',
  )
  expect([groupName('payer', null), groupName('supplier', null), groupName('payer', 'SUNU')]).toEqual([
    'Sans assureur ni organisme',
    'Non renseigné',
    'SUNU',
  ])
})
