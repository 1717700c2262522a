/** The days on which major versions of PostgreSQL came out (postgresql.org/docs/release). */
const firstDays: Readonly<Record<number, string>> = {
  15: '2022-10-13',
  16: '2023-09-14',
  17: '2024-09-26',
  18: '2025-09-25',
}
/** Each corrects all major versions of its day, as the planned ones do. */
const unplannedDays = ['2024-11-21', '2025-02-20', '2026-02-26']
/** The newest corrections that this program knows. */
const knownUntil = '2026-08-13'

/** `missed`: planned series of corrections since then. `supportedUntil`: the day of the last corrections of its major version. */
export type EngineAge = { releasedOn: string; missed: number; supportedUntil: string }

/**
 * How old a version of PostgreSQL is on a day (« 2026-11-29 »), from its number (« 18.4 »). Null for a version that is
 * newer than this program: nothing is known of it.
 */
export function engineAge(version: string, today: string): EngineAge | null {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part))
  const releasedOn = releaseDays(major)[minor]
  if (releasedOn === undefined) return null
  const missed = plannedDays(Number(releasedOn.slice(0, 4)), Number(today.slice(0, 4))).filter(
    (day) => day > releasedOn && day <= today,
  )
  return { releasedOn, missed: missed.length, supportedUntil: secondThursday(major + supportOffset, 11) }
}

/** The days of a major version and of its corrections; none of one that is not known. */
function releaseDays(major: number): string[] {
  const first = firstDays[major]
  if (first === undefined) return []
  const corrections = [...plannedDays(Number(first.slice(0, 4)), Number(knownUntil.slice(0, 4))), ...unplannedDays]
  return [first, ...corrections.filter((day) => day > first && day <= knownUntil).toSorted()]
}

/** Version 15 is corrected until November 2027, each next one a year longer. */
const supportOffset = 2012
/** Corrections are planned for the second Thursday of these months. */
const plannedMonths = [2, 5, 8, 11] as const

function plannedDays(firstYear: number, lastYear: number): string[] {
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, at) => firstYear + at)
  return years.flatMap((year) => plannedMonths.map((month) => secondThursday(year, month)))
}

function secondThursday(year: number, month: number): string {
  const weekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const day = 1 + ((4 - weekday + 7) % 7) + 7
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
