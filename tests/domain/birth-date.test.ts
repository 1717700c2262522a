import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageInWords, birthDateFault, birthDateFaultTexts } from '#shared/domain/birth-date.ts'
import { addDays } from '#shared/domain/dates.ts'
import { anyDay } from '#tests/domain/support/any-sale.ts'

const today = '2026-11-21'
const age = (birthDate: string, on = today): string => ageInWords(birthDate, on).replaceAll('\u00a0', ' ')

test('nobody was born on a day that does not exist, tomorrow, or before 1900', () => {
  expect(birthDateFault('2026-11-21', today)).toBeNull()
  expect(birthDateFault('1900-01-01', today)).toBeNull()
  expect(birthDateFault('2026-11-22', today)).toBe('future')
  expect(birthDateFault('1899-12-31', today)).toBe('too-old')
  for (const wrong of ['2025-02-29', '2026-13-01', '21/11/1990', '', 'x'])
    expect(birthDateFault(wrong, today)).toBe('impossible')
  for (const text of Object.values(birthDateFaultTexts)) expect(text).toMatch(/\.$/)
})

test('years from two on, months below, days in the first month', () => {
  expect(age('1992-11-21')).toBe('34 ans')
  expect(age('1992-11-22')).toBe('33 ans')
  expect(age('2024-11-21')).toBe('2 ans')
  expect(age('2024-11-22')).toBe('23 mois')
  expect(age('2026-04-21')).toBe('7 mois')
  expect(age('2026-10-21')).toBe('1 mois')
  expect(age('2026-10-22')).toBe('30 jours')
  expect(age('2026-11-20')).toBe('1 jour')
  expect(age('2026-11-21')).toBe('0 jour')
  expect(age('2027-01-01')).toBe('0 jour')
})

test('born on the 29th of February, one is a year older on the 28th of other years; on the 31st, a month older on the 30th', () => {
  expect(age('2000-02-29', '2026-02-27')).toBe('25 ans')
  expect(age('2000-02-29', '2026-02-28')).toBe('26 ans')
  expect(age('2026-08-31', '2026-09-30')).toBe('1 mois')
})

test('who is born and who is not yet is never both, and nobody gets younger', () => {
  const inDays = (words: string): number =>
    Number.parseInt(words, 10) * (words.includes('an') ? 365 : words.includes('mois') ? 30 : 1)
  fc.assert(
    fc.property(anyDay, anyDay, fc.nat(4000), (birthDate, on, later) => {
      expect(birthDateFault(birthDate, on)).toBe(birthDate > on ? 'future' : null)
      if (birthDate <= on)
        expect(inDays(ageInWords(birthDate, addDays(on, later)))).toBeGreaterThanOrEqual(
          inDays(ageInWords(birthDate, on)) - 1,
        )
    }),
  )
})
