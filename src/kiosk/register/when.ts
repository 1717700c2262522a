import { useAtomValue } from 'jotai'
import { tradeAtom } from '#kiosk/ui/counter-atoms.ts'
import { localDayOf, localTimeOf } from '#shared/domain/dates.ts'
import { formatNearDay } from '#shared/ui/date-format.ts'

/** How a moment is told where the pharmacy stands: « 07:58 » of today, and of another day « lun. 16 nov. à 07:58 », as a register may be left open. */
export type When = { day: string | null; hour: string }

export function whenOf(at: string, now: Date, timeZone: string): When {
  const moment = new Date(at)
  const day = localDayOf(moment, timeZone)
  return { day: day === localDayOf(now, timeZone) ? null : formatNearDay(day), hour: localTimeOf(moment, timeZone) }
}

/** « Ouverte à 07:58 », « Ouverte lun. 16 nov. à 07:58 » */
export function openedWords({ day, hour }: When): string {
  return day === null ? `Ouverte à ${hour}` : `Ouverte ${day} à ${hour}`
}

export function useWhen(): (at: string) => When {
  const { timeZone } = useAtomValue(tradeAtom)
  return (at) => whenOf(at, new Date(), timeZone)
}
