import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { knownSkewMs, pharmacyNow, setClockSkew, setPharmacyZone } from '#shared/pharmacy-time.ts'
import { dateFromWallClock, wallClockFromDate } from '#shared/ui/calendar-day.ts'
import { formatDay, formatHour, formatLongDay, formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { csvOf } from '#shared/ui/table-export.ts'
import { answerTables } from '#shared/ui/table-answers.ts'

/** 23:30 of the Saturday in Cotonou; in Auckland it is Sunday noon. */
const late = '2026-11-28T22:30:00.000Z'
const currency = { code: 'XOF', symbol: 'F CFA', decimals: 0 }
const before = process.env['TZ']

beforeEach(() => {
  process.env['TZ'] = 'Pacific/Auckland'
  // The device really is in another zone.
  expect(new Date(late).getHours()).toBe(11)
  setPharmacyZone('Africa/Porto-Novo')
})
afterEach(() => {
  process.env['TZ'] = before
  setPharmacyZone(null)
  setClockSkew(null)
  vi.useRealTimers()
})

describe('a device in another zone shows the hours of the pharmacy', () => {
  test('on screens and tickets', () => {
    expect(formatMoment(late)).toBe('sam. 28 nov. 2026, 23:30')
    expect(formatHour(Date.parse(late))).toBe('23:30')
    expect(formatLongDay(new Date(late))).toBe('samedi 28 novembre 2026')
    expect(formatShortDay(late)).toBe('28/11/2026')
    expect(formatDay('2026-11-28')).toBe('sam. 28 nov. 2026')
  })

  test('in files', async () => {
    const columns = [{ header: 'Vendu', exported: (moment: string) => ({ moment }) }]
    expect(csvOf(columns, [late], currency)).toContain('28/11/2026 23:30')
    const sheet = {
      name: 'Ventes',
      headers: ['N°', 'Vendu'],
      rows: [[1, { moment: late }]],
      currency,
      timeZone: 'Africa/Porto-Novo',
    }
    const file = (await answerTables({ do: 'write', sheet })) as Blob
    const read = await answerTables({ do: 'read', file: new File([file], 'ventes.xlsx') })
    // A table is read by days; in Auckland it would be the 29th.
    expect(JSON.stringify(read)).toContain('["1","2026-11-28"]')
  })

  test('in what is typed: a moment reads back as it was typed, in any zone', () => {
    expect(wallClockFromDate(new Date(late))).toBe('2026-11-28 23:30:00')
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.constantFrom('Africa/Porto-Novo', 'Africa/Abidjan', 'Asia/Kathmandu'), (at, zone) => {
        setPharmacyZone(zone)
        const second = Math.floor(at.getTime() / 1000) * 1000
        expect(dateFromWallClock(wallClockFromDate(at)).getTime()).toBe(second)
      }),
    )
  })

  /** Words that read the zone or the clock of the device; with a zone of their own they are right. */
  const ofTheDevice =
    /\.get(Hours|Minutes|Date|Day|Month|FullYear)\(|toLocale(Date|Time)String|DateTimeFormat\('fr'\)|DateTimeFormat\((?!.*timeZone)[^)\n]+\)|dayjs\(|(dayOf|dayOfAtom\)|format[A-Z]\w*)\(new Date\(\)\)/
  test('everywhere: no screen asks the device for its zone or its day', () => {
    const files = ['src/kiosk', 'src/backoffice', 'src/shared'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    )
    expect(files.length).toBeGreaterThan(500)
    const asking = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, place) => (ofTheDevice.test(line) ? [`${file}:${place + 1} ${line.trim()}`] : [])),
    )
    expect(asking).toEqual([])
  })
})

describe('a clock that is wrong', () => {
  const dayMs = 86_400_000

  test('beyond two minutes the true time is shown, below it the clock itself', () => {
    vi.useFakeTimers({ now: Date.parse('2020-01-01T08:00:00.000Z') })
    setClockSkew(Date.parse(late) - Date.now())
    expect(formatMoment(pharmacyNow())).toBe('sam. 28 nov. 2026, 23:30')
    setClockSkew(119_000)
    expect(pharmacyNow().getTime()).toBe(Date.now())
  })

  test('is known until it is set: then nothing is known until the server says it again', () => {
    vi.useFakeTimers({ now: Date.parse(late) - 2 * dayMs })
    expect(knownSkewMs()).toBeNull()
    setClockSkew(2 * dayMs)
    vi.advanceTimersByTime(3 * dayMs)
    expect(knownSkewMs()).toBe(2 * dayMs)
    vi.setSystemTime(Date.now() + 2 * dayMs)
    expect(knownSkewMs()).toBeNull()
    expect(pharmacyNow().getTime()).toBe(Date.now())
  })
})
