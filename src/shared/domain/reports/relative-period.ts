import { addDays, addMonths, lastDayOfMonth, mondayOf } from '#shared/domain/dates.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'

const firstOf = (day: string): string => `${day.slice(0, 8)}01`
const yearOf = (day: string): number => Number(day.slice(0, 4))

const declared = {
  today: { label: 'aujourd’hui', of: (today: string) => ({ from: today, to: today }) },
  yesterday: {
    label: 'hier',
    of: (today: string) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  'this-week': { label: 'cette semaine', of: (today: string) => ({ from: mondayOf(today), to: today }) },
  'last-week': {
    label: 'la semaine dernière',
    of: (today: string) => ({ from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) }),
  },
  'this-month': { label: 'ce mois-ci', of: (today: string) => ({ from: firstOf(today), to: today }) },
  'last-month': {
    label: 'le mois dernier',
    of: (today: string) => ({ from: addMonths(firstOf(today), -1), to: addDays(firstOf(today), -1) }),
  },
  '30-days': { label: 'les 30 derniers jours', of: (today: string) => ({ from: addDays(today, -29), to: today }) },
  'this-year': {
    label: 'cette année',
    of: (today: string) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  },
  'last-year': {
    label: 'l’année dernière',
    of: (today: string) => ({
      from: `${yearOf(today) - 1}-01-01`,
      to: lastDayOfMonth(yearOf(today) - 1, 12),
    }),
  },
} as const satisfies Record<string, { label: string; of: (today: string) => Period }>

export type RelativePeriod = keyof typeof declared
export const relativePeriods = Object.keys(declared) as RelativePeriod[]

/** What a member reads of a period that moves with the days. */
export function relativePeriodLabel(name: RelativePeriod): string {
  return declared[name].label
}

/** The days of a period that is read on the day `today` of the pharmacy. Days that are fixed are themselves. */
export function periodOn(period: RelativePeriod | Period, today: string): Period {
  return typeof period === 'string' ? declared[period].of(today) : period
}
