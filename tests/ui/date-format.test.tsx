import { describe, expect, test } from 'vitest'
import {
  formatDay,
  formatDayTitle,
  formatDuration,
  formatExpiry,
  formatHour,
  formatMoment,
  formatMonth,
  formatNearDay,
  formatShortDay,
  formatSince,
} from '#shared/ui/date-format.ts'

describe('dates in French', () => {
  test('a day, a title, a month, an hour', () => {
    const now = new Date(2026, 10, 21, 11, 42)
    expect(formatDay(now)).toBe('sam. 21 nov. 2026')
    expect(formatNearDay(now)).toBe('sam. 21 nov.')
    expect(formatDayTitle(now)).toBe('Samedi 21 novembre')
    expect(formatMonth('2027-03-31')).toBe('03/2027')
    expect(formatShortDay('2026-01-05')).toBe('05/01/2026')
    expect(formatHour(now)).toBe('11:42')
    expect(formatMoment(now)).toBe('sam. 21 nov. 2026, 11:42')
  })

  test('a calendar day is the same day on every terminal', () => {
    const before = process.env['TZ']
    for (const zone of ['America/New_York', 'Africa/Porto-Novo', 'Pacific/Auckland']) {
      process.env['TZ'] = zone
      expect(formatDay('2026-11-21')).toBe('sam. 21 nov. 2026')
    }
    process.env['TZ'] = before
  })

  test.each([
    [0, 'moins d’une\u00a0minute'],
    [59, 'moins d’une\u00a0minute'],
    [14 * 60 + 20, '14\u00a0min'],
    [3_600, '1\u00a0h'],
    [2 * 3_600 + 300, '2\u00a0h\u00a005'],
    [86_400, '1\u00a0jour'],
    [3 * 86_400, '3\u00a0jours'],
  ])('%d seconds is « %s »', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words)
    expect(formatSince(seconds)).toBe(`depuis ${words}`)
  })

  test.each([
    ['2026-12-29', 'expire dans 38\u00a0jours'],
    ['2026-11-22', 'expire demain'],
    ['2026-11-21', 'expire aujourd’hui'],
    ['2026-11-20', 'expiré depuis hier'],
    ['2026-11-11', 'expiré depuis 10\u00a0jours'],
  ])('a box of %s « %s »', (expiresOn, words) => {
    expect(formatExpiry(expiresOn, '2026-11-21')).toBe(words)
    expect(formatExpiry(expiresOn, new Date(2026, 10, 21, 23, 59))).toBe(words)
  })

  test('days are counted right across a change of clock', () => {
    const before = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    expect(formatExpiry('2026-11-02', '2026-10-31')).toBe('expire dans 2\u00a0jours')
    expect(formatExpiry('2026-03-09', '2026-03-07')).toBe('expire dans 2\u00a0jours')
    process.env['TZ'] = before
  })
})
