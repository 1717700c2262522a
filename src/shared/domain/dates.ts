const DAY_MS = 86_400_000

/**
 * UTC midnight of a day without a time (specification §5), given as `2026-11-21`. Throws RangeError for an invalid
 * date.
 */
export function utcMidnight(day: string): Date {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`)
  return new Date(`${day}T00:00:00.000Z`)
}

/** Whether a text is a day of the calendar, written as `2026-11-21`. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && dayOf(date) === text
}

/** The UTC calendar day of an instant, as `2026-11-21`. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The calendar day of an instant in the pharmacy's time zone, as `2026-11-21`. */
export function localDayOf(instant: Date, timeZone: string): string {
  return dayOf(new Date(instant.getTime() + offsetMs(instant, timeZone)))
}

/** The hour of an instant in the pharmacy's time zone, 0 to 23. */
export function localHourOf(instant: Date, timeZone: string): number {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).getUTCHours()
}

/** The time of an instant in the pharmacy's time zone, as `08:05`. */
export function localTimeOf(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).toISOString().slice(11, 16)
}

/** The reading of a clock in a time zone, as `2026-11-21T08:05:30.000`. */
export function localReadingOf(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).toISOString().slice(0, -1)
}

/** The instant at which a clock in a time zone reads so; of an hour that is skipped, the one before it. */
export function instantOfReading(reading: string, timeZone: string): Date {
  const wall = new Date(`${reading}Z`).getTime()
  const guess = new Date(wall - offsetMs(new Date(wall), timeZone))
  // When clocks change near this time, the offset of the guess may differ from that of the reading: compute it again.
  return new Date(wall - offsetMs(guess, timeZone))
}

/** The instant at which a day begins in the pharmacy's time zone. */
export function startOfLocalDay(day: string, timeZone: string): Date {
  return instantOfReading(utcMidnight(day).toISOString().slice(0, -1), timeZone)
}

/** The day `days` later; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(utcMidnight(day).getTime() + days * DAY_MS))
}

/** The same day `months` later, or the last one of a shorter month; earlier for a negative number. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = lastDayOfMonth(year, month + months)
  return addDays(last, Math.min(0, date - Number(last.slice(8))))
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcMidnight(to).getTime() - utcMidnight(from).getTime()) / DAY_MS)
}

/** The Monday on or before a day: weeks begin there. */
export function mondayOf(day: string): string {
  return addDays(day, -((utcMidnight(day).getUTCDay() + 6) % 7))
}

/** The seven days of a day's week, from Monday. */
export function weekOf(day: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))
}

/** `month` counts from 1. */
export function lastDayOfMonth(year: number, month: number): string {
  return dayOf(new Date(Date.UTC(year, month, 0)))
}

// Creating a formatter costs far more than using it, and a till computes the day of every stored sale.
const wallClocks = new Map<string, Intl.DateTimeFormat>()

function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    wallClocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  wallClocks.set(timeZone, known)
  return known
}

/**
 * Cache of the last UTC day per zone, because ledgers are read in order of time. `offset` is null on a day when clocks
 * change.
 */
const lastDays = new Map<string, { day: number; offset: number | null }>()

function offsetMs(instant: Date, timeZone: string): number {
  const day = Math.floor(instant.getTime() / DAY_MS)
  const known = lastDays.get(timeZone)
  const asked = known?.day === day ? known : { day, offset: offsetOfDay(day, timeZone) }
  lastDays.set(timeZone, asked)
  return asked.offset ?? readOffsetMs(instant, timeZone)
}

function offsetOfDay(day: number, timeZone: string): number | null {
  const [first, last] = [day * DAY_MS, (day + 1) * DAY_MS].map((at) => readOffsetMs(new Date(at), timeZone))
  return first === last ? first! : null
}

function readOffsetMs(instant: Date, timeZone: string): number {
  const parts = wallClockOf(timeZone).formatToParts(instant)
  const [year, month, day, hour, minute, second] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (type) => Number(parts.find((part) => part.type === type)?.value),
  )
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second)
  return wall - Math.floor(instant.getTime() / 1000) * 1000
}
