import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween } from '#shared/domain/dates.ts'
import { comparedPeriod, comparisons } from '#shared/domain/reports/compared-period.ts'
import { dimensionNames, dimensions, isKnownOf } from '#shared/domain/reports/dimensions.ts'
import { wordOfKey } from '#shared/domain/reports/key-words.ts'
import { valueOf } from '#shared/domain/reports/measures.ts'

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

describe('the compared period', () => {
  test.each([
    ['2026-03-01', '2026-03-31', 'before', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-06-30', 'before', '2025-07-01', '2025-12-31'],
    ['2026-03-05', '2026-03-11', 'before', '2026-02-26', '2026-03-04'],
    ['2026-11-01', '2026-11-29', 'before', '2026-10-01', '2026-10-29'],
    ['2026-03-01', '2026-03-30', 'before', '2026-02-01', '2026-02-28'],
    ['2026-11-28', '2026-11-28', 'weekdays', '2025-11-29', '2025-11-29'],
    ['2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28'],
    ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
  ] as const)('%s to %s, %s', (from, to, comparison, past, until) => {
    expect(comparedPeriod({ from, to }, comparison)).toEqual({ from: past, to: until })
  })

  test('lies before the period and ends in order; « before » overlaps nothing', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(1000), fc.constantFrom(...comparisons), (from, days, comparison) => {
        const period = { from, to: addDays(from, days) }
        const compared = comparedPeriod(period, comparison)
        expect(compared.from <= compared.to).toBe(true)
        expect(compared.from < from).toBe(true)
        if (comparison === 'before') expect(compared.to < from).toBe(true)
        if (comparison === 'weekdays') expect(daysBetween(compared.from, from) % 7).toBe(0)
      }),
    )
  })

  test('months are added to the last day of shorter ones', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2026-03-31', -1), addMonths('2026-12-15', 1)]).toEqual([
      '2026-02-28',
      '2026-02-28',
      '2027-01-15',
    ])
  })
})

describe('the vocabulary', () => {
  test('a ratio is of the sums; to nothing or to less it is unknown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (margin, costedTurnover) => {
          const rate = valueOf('marginRate', { margin, costedTurnover })
          if (costedTurnover <= 0) expect(rate).toBeNull()
          else
            expect(Math.abs(rate! - (margin / costedTurnover) * 100)).toBeLessThanOrEqual(0.05 + 1e-6 * Math.abs(rate!))
        },
      ),
    )
    expect(valueOf('meanBasket', { turnover: 1000, baskets: 3 })).toBe(333)
    expect(valueOf('turnover', {})).toBe(0)
  })

  test('the dimensions of moments are shown in their order, those of persons are told apart', () => {
    const namesOf = (fact: 'isTime' | 'isPersonal') => dimensionNames.filter((name) => dimensions[name][fact])
    expect(namesOf('isTime')).toEqual(['day', 'week', 'month', 'weekday', 'hour'])
    expect(namesOf('isPersonal')).toEqual(['seller', 'register', 'client', 'patient', 'prescriber'])
  })

  test('a ratio is known by what both its sums know', () => {
    expect([
      isKnownOf('product', 'marginRate'),
      isKnownOf('product', 'meanBasket'),
      isKnownOf('seller', 'meanBasket'),
    ]).toEqual([true, false, true])
  })

  test('keys of moments and codes have words', () => {
    expect([
      wordOfKey('month', '2026-08'),
      wordOfKey('weekday', '7'),
      wordOfKey('hour', '08'),
      wordOfKey('means', 'CASH'),
      wordOfKey('cause', 'destruction'),
      wordOfKey('means', 'unknown'),
    ]).toEqual(['août 2026', 'Dimanche', '8 h', 'Espèces', 'Destruction', null])
  })
})
