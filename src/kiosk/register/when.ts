import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatHour, formatNearDay } from '#shared/ui/date-format.ts'

/**
 * A time for display: « 07:58 » for today, « lun. 16 nov. à 07:58 » for another day, as a register may stay open
 * overnight.
 */
export type When = { day: string | null; hour: string }

export function whenOf(at: string, now = pharmacyNow()): When {
  const day = formatNearDay(at)
  return { day: day === formatNearDay(now) ? null : day, hour: formatHour(at) }
}

/** « Ouverte à 07:58 », « Ouverte lun. 16 nov. à 07:58 ». */
export function openedWords({ day, hour }: When): string {
  return day === null ? `Ouverte à ${hour}` : `Ouverte ${day} à ${hour}`
}
