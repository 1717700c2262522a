const dayMs = 86_400_000
const hourMs = 3_600_000

/** Number of days with past sales, today included. */
export const pastDays = 60

/** The days of a shop in its own time zone; `daysAgo` 0 is the day of `now`. */
export type DemoCalendar = {
  now: Date
  /** The local date, as `2026-11-21`, and its weekday, from 0 (Sunday) to 6 (Saturday). */
  day(daysAgo: number): { date: string; weekday: number }
  /** The instant of a local time of day, given as an hour and seconds. */
  at(daysAgo: number, hour: number, seconds?: number): Date
}

export function demoCalendar(now: Date, utcOffsetHours: number): DemoCalendar {
  const localMidnight = Math.floor((now.getTime() + utcOffsetHours * hourMs) / dayMs) * dayMs
  return {
    now,
    day: (daysAgo) => {
      const local = new Date(localMidnight - daysAgo * dayMs)
      return { date: local.toISOString().slice(0, 10), weekday: local.getUTCDay() }
    },
    at: (daysAgo, hour, seconds = 0) =>
      new Date(localMidnight - daysAgo * dayMs + (hour - utcOffsetHours) * hourMs + seconds * 1000),
  }
}
