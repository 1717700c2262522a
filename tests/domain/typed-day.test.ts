import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'
import { anyDay } from '#tests/domain/support/any-sale.ts'

const today = '2026-11-21'
const dayOf = (typed: string, century: 'past' | 'near' = 'near') => {
  const read = readTypedDay(typed, today, century)
  return read.kind === 'day' ? read.day : read.kind
}

test.each([
  ['12031975', '1975-03-12'],
  ['12/03/1975', '1975-03-12'],
  [' 12-3-1975 ', '1975-03-12'],
  ['samedi 21/11/2026', '2026-11-21'],
  ['hier', '2026-11-20'],
  ['Hier', '2026-11-20'],
  ['aujourd’hui', '2026-11-21'],
  ["aujourd'hui", '2026-11-21'],
  ['demain', '2026-11-22'],
  ['+30', '2026-12-21'],
  ['-7', '2026-11-14'],
  ['', 'none'],
  ['  ', 'none'],
  ['bientôt', 'unread'],
  ['12x031975', 'unread'],
  ['12', 'unread'],
  ['1203', 'unread'],
  ['+', 'unread'],
  ['+12345', 'unread'],
  ['31/02/2026', 'impossible'],
  ['29/02/2027', 'impossible'],
])('« %s » is %s', (typed, day) => {
  expect(dayOf(typed)).toBe(day)
})

test('two digits of a year: a birth date is in the past, another date is near today', () => {
  expect(dayOf('120375', 'past')).toBe('1975-03-12')
  expect(dayOf('12.3.75', 'past')).toBe('1975-03-12')
  expect(dayOf('21/11/26', 'past')).toBe('2026-11-21')
  expect(dayOf('22/11/26', 'past')).toBe('1926-11-22')
  expect(dayOf('22/11/26')).toBe('2026-11-22')
  expect(dayOf('31/12/75')).toBe('2075-12-31')
  expect(dayOf('01/01/76')).toBe('1976-01-01')
})

test('any day is read back however it is written', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom('', '/', '.', '-', ' '), (day, separator) => {
      const [year, month, date] = day.split('-')
      expect(readTypedDay([date, month, year].join(separator), today, 'near')).toEqual({ kind: 'day', day })
    }),
  )
})

test('two digits of a year keep the day: never to come for a birth date, at most 51 years away otherwise', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (day, now) => {
      const typed = `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`
      const [past, near] = (['past', 'near'] as const).map((century) => readTypedDay(typed, now, century))
      // 29 February may be of a year that has none.
      if (past?.kind === 'day') {
        expect(past.day <= now && past.day.slice(2)).toBe(day.slice(2))
        expect(daysBetween(past.day, now)).toBeLessThan(36_890)
      }
      if (near?.kind === 'day') {
        expect(near.day.slice(2)).toBe(day.slice(2))
        expect(Math.abs(daysBetween(now, near.day))).toBeLessThan(51 * 366)
      }
      if (!day.endsWith('02-29')) expect([past?.kind, near?.kind]).toEqual(['day', 'day'])
    }),
  )
})

test('a number with its sign counts days from today', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -9_999, max: 9_999 }), (now, days) => {
      const typed = days < 0 ? `${days}` : `+${days}`
      expect(readTypedDay(typed, now, 'past')).toEqual({ kind: 'day', day: addDays(now, days) })
    }),
  )
})
