import { localDayOf, localHourOf, mondayOf } from '#shared/domain/dates.ts'

/** On which days a report is sent. */
export const rhythms = ['daily', 'mondays', 'month-start'] as const
export type Rhythm = (typeof rhythms)[number]
export const rhythmLabels: Readonly<Record<Rhythm, string>> = {
  daily: 'Chaque jour',
  mondays: 'Le lundi',
  'month-start': 'Le premier du mois',
}

export type Schedule = {
  rhythm: Rhythm
  /** Of the pharmacy, 0 to 23. */
  hour: number
  /** When it was set: on that day nothing is sent for an hour that was over. */
  setAt: Date
}

/**
 * The day of the pharmacy for which a report is to be sent at the moment `now`, null when there is none. From its hour
 * on it stays the same until midnight: what a power cut kept from leaving leaves later, on the same day only.
 */
export function dueDay({ rhythm, hour, setAt }: Schedule, now: Date, timeZone: string): string | null {
  const day = localDayOf(now, timeZone)
  if (!isDayOf(rhythm, day) || localHourOf(now, timeZone) < hour) return null
  return localDayOf(setAt, timeZone) === day && localHourOf(setAt, timeZone) >= hour ? null : day
}

function isDayOf(rhythm: Rhythm, day: string): boolean {
  switch (rhythm) {
    case 'daily':
      return true
    case 'mondays':
      return mondayOf(day) === day
    case 'month-start':
      return day.endsWith('-01')
  }
}
