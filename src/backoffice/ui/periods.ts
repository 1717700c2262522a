import { addDays, isDay as isCalendarDay } from '#shared/domain/dates.ts'
import { formatDay } from '#shared/ui/date-format.ts'

/** First and last day, as in the address. */
export type DayFilters = { readonly du?: string; readonly au?: string }

/** Whether the text is a valid calendar day. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && isCalendarDay(text)
}

/** Common periods, relative to today. */
export const periods = [
  { key: 'jour', label: 'Aujourd’hui', days: 1 },
  { key: 'semaine', label: '7 jours', days: 7 },
  { key: 'mois', label: '30 jours', days: 30 },
  { key: 'tout', label: 'Tout', days: null },
] as const
export type PeriodKey = (typeof periods)[number]['key']

export function periodDays(key: PeriodKey, today: string): { du: string | null; au: string | null } {
  const days = periods.find((period) => period.key === key)?.days ?? null
  return days === null ? { du: null, au: null } : { du: addDays(today, 1 - days), au: today }
}

/** The common period that equals the filter; null for another one. */
export function periodOf({ du, au }: DayFilters, today: string): PeriodKey | null {
  return (
    periods.find(({ key }) => {
      const period = periodDays(key, today)
      return period.du === (du ?? null) && period.au === (au ?? null)
    })?.key ?? null
  )
}

/** « Du sam. 1 nov. 2026 au … », « Depuis le … » */
export function periodText(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? formatDay(from) : `Du ${formatDay(from)} au ${formatDay(to)}`
  return from ? `Depuis le ${formatDay(from)}` : `Jusqu’au ${formatDay(to ?? '')}`
}
