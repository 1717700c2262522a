import dayjs from 'dayjs'

const wallClock = 'YYYY-MM-DD HH:mm:ss'

/** A calendar day has no time zone. It is stored as UTC midnight, so that no terminal reads it as the day before. */
export function dayFromDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** UTC midnight of `YYYY-MM-DD`. */
export function dateFromDay(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00.000Z`)
}

/** An instant in local time, in the format of the calendar component. */
export function wallClockFromDate(date: Date): string {
  return dayjs(date).format(wallClock)
}

/** The instant of a local time in that format. */
export function dateFromWallClock(reading: string): Date {
  return dayjs(reading, wallClock).toDate()
}
