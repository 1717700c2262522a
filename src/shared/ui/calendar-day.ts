import { instantOfReading, localReadingOf } from '#shared/domain/dates.ts'
import { pharmacyZone } from '#shared/pharmacy-time.ts'

/** A calendar day has no time zone. It is stored as UTC midnight, so that no terminal reads it as the day before. */
export function dayFromDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** UTC midnight of `YYYY-MM-DD`. */
export function dateFromDay(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00.000Z`)
}

/** An instant in the hours of the pharmacy, in the format of the calendar component: `2026-11-21 08:05:30`. */
export function wallClockFromDate(date: Date): string {
  return localReadingOf(date, pharmacyZone()).slice(0, 19).replace('T', ' ')
}

/** The instant of a time of the pharmacy in that format. */
export function dateFromWallClock(reading: string): Date {
  return instantOfReading(reading.replace(' ', 'T'), pharmacyZone())
}
