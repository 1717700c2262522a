import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ceilingsOf, ceilingYearFrom, ceilingYears, nextCeilingYear } from '#shared/domain/coverage/policy-uses.ts'
import { anyDay } from '#tests/domain/support/any-sale.ts'

const ceilings = { perSale: 20_000, perDay: 30_000, perMonth: 100_000, perYear: null }
const uses = { day: '2026-11-21', usedOnDay: 12_000, usedInMonth: 70_000 }
const usedOn = (today: string) => ceilingsOf('policy', ceilings, uses, today).map(({ period, used }) => [period, used])

describe('what was used counts while its day or month runs', () => {
  test('on the day itself: in the day and in the month, never in a new sale', () => {
    expect(ceilingsOf('contract', ceilings, uses, '2026-11-21')).toEqual([
      { scope: 'contract', period: 'sale', limit: 20_000, used: 0 },
      { scope: 'contract', period: 'day', limit: 30_000, used: 12_000 },
      { scope: 'contract', period: 'month', limit: 100_000, used: 70_000 },
    ])
  })

  test('the next day in the month only, the next month not at all, a year later neither', () => {
    expect(usedOn('2026-11-22')).toEqual([
      ['sale', 0],
      ['day', 0],
      ['month', 70_000],
    ])
    expect(usedOn('2026-12-01')).toEqual([
      ['sale', 0],
      ['day', 0],
      ['month', 0],
    ])
    expect(usedOn('2027-11-21')).toEqual([
      ['sale', 0],
      ['day', 0],
      ['month', 0],
    ])
  })

  test('without a record nothing is used', () => {
    expect(ceilingsOf('policy', ceilings, null, '2026-11-21').map(({ used }) => used)).toEqual([0, 0, 0])
  })

  test('a ceiling that is not set is none; one of 0 lets nothing through', () => {
    expect(
      ceilingsOf('policy', { perSale: null, perDay: null, perMonth: null, perYear: null }, uses, '2026-11-21'),
    ).toEqual([])
    expect(
      ceilingsOf('policy', { perSale: null, perDay: 0, perMonth: null, perYear: null }, uses, '2026-11-21'),
    ).toEqual([{ scope: 'policy', period: 'day', limit: 0, used: 12_000 }])
  })
})

describe('the year of ceilings', () => {
  const ofContract = { ceilingYear: 'contract' as const, validFrom: '2024-09-15' }

  test('begins in January, or on the day of the year on which the contract began', () => {
    expect(ceilingYearFrom('2026-11-21', { validFrom: '2024-09-15' })).toBe('2026-01-01')
    expect(ceilingYearFrom('2026-11-21', ofContract)).toBe('2026-09-15')
    expect(ceilingYearFrom('2026-09-14', ofContract)).toBe('2025-09-15')
    expect(nextCeilingYear('2026-09-14', ofContract)).toBe('2026-09-15')
    expect(ceilingYearFrom('2026-03-01', { ceilingYear: 'contract', validFrom: '2024-02-29' })).toBe('2026-02-28')
    expect(ceilingYearFrom('2026-03-01', { ceilingYear: 'contract', validFrom: null })).toBe('2026-01-01')
  })

  test('counts what was used until it ends, whatever month it is', () => {
    const of = (today: string, usedIn = uses.day) =>
      ceilingsOf(
        'family',
        { ...ceilings, perYear: 500_000 },
        { ...uses, day: usedIn, usedInYear: 90_000 },
        today,
        ofContract,
      )
        .filter(({ period }) => period === 'year')
        .map(({ used }) => used)
    expect(of('2027-09-14')).toEqual([90_000])
    expect(of('2027-09-15')).toEqual([0])
    expect(of('2026-11-21', '2026-09-14')).toEqual([0])
  })

  test('every day is in one year, and the years follow each other', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...ceilingYears), (day, validFrom, ceilingYear) => {
        const year = { ceilingYear, validFrom }
        const [from, next] = [ceilingYearFrom(day, year), nextCeilingYear(day, year)]
        expect(from <= day && day < next).toBe(true)
        expect(ceilingYearFrom(next, year)).toBe(next)
        expect(ceilingYearFrom(from, year)).toBe(from)
      }),
    )
  })
})

test('a record of any other day never counts in the day, of any other month never in the month', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (day, today) => {
      const [, ofDay, ofMonth] = ceilingsOf('policy', ceilings, { ...uses, day }, today)
      expect(ofDay!.used).toBe(day === today ? 12_000 : 0)
      expect(ofMonth!.used).toBe(day.startsWith(today.slice(0, 8)) ? 70_000 : 0)
    }),
  )
})
