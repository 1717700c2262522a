import dayjs from 'dayjs'

const wallClock = 'YYYY-MM-DD HH:mm:ss'

/** A calendar day has no time zone: it is kept at UTC midnight, so that no terminal, east or west, ever reads the day before. */
export function dayFromDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** UTC midnight of `YYYY-MM-DD`. */
export function dateFromDay(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00.000Z`)
}

/** The instant as this terminal's wall clock shows it, the shape the calendar works on. */
export function wallClockFromDate(date: Date): string {
  return dayjs(date).format(wallClock)
}

/** The exact instant of a wall clock reading here. */
export function dateFromWallClock(reading: string): Date {
  return dayjs(reading, wallClock).toDate()
}
