const dayMs = 86_400_000
const hourMs = 3_600_000

/** Sales go back this many days, today included. */
export const pastDays = 60

/** The days of a shop by its own clock; `daysAgo` 0 is the day of `now`. */
export type DemoCalendar = {
  now: Date
  /** Of a local day: `2026-11-21`, and 0 for Sunday to 6 for Saturday. */
  day(daysAgo: number): { date: string; weekday: number }
  /** The instant of a local time of day, in hours and seconds. */
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
