import { formatHour, formatNearDay } from '#shared/ui/date-format.ts'

/** How a moment is told beside the clock of this terminal: « 07:58 » of today, and of another day « lun. 16 nov. à 07:58 », as a register may be left open. */
export type When = { day: string | null; hour: string }

export function whenOf(at: string, now = new Date()): When {
  const day = formatNearDay(at)
  return { day: day === formatNearDay(now) ? null : day, hour: formatHour(at) }
}

/** « Ouverte à 07:58 », « Ouverte lun. 16 nov. à 07:58 » */
export function openedWords({ day, hour }: When): string {
  return day === null ? `Ouverte à ${hour}` : `Ouverte ${day} à ${hour}`
}
