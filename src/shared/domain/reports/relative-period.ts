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

const areSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to

/** The longest ones first: on the first of a month « ce mois-ci » is also « aujourd’hui ». */
const longestFirst: readonly RelativePeriod[] = [
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  '30-days',
  ...relativePeriods,
]

/** The period that moves with today and has these days now; null when none has. */
export function relativePeriodNow(period: Period, today: string): RelativePeriod | null {
  return longestFirst.find((name) => areSame(declared[name].of(today), period)) ?? null
}

/** Tomorrow, in the next month, and on another weekday of a later year. */
const laterDays = [1, 40, 401]

/**
 * The period that moves with today as these days do: « le mois dernier », and not « octobre », has those of
 * `last-month` on other days too.
 */
export function relativePeriodOf(today: string, daysOn: (today: string) => Period): RelativePeriod | null {
  const now = daysOn(today)
  const possible = longestFirst.filter((name) => areSame(declared[name].of(today), now))
  if (possible.length === 0) return null
  const later = laterDays.map((days) => addDays(today, days)).map((day) => ({ day, period: daysOn(day) }))
  return possible.find((name) => later.every(({ day, period }) => areSame(declared[name].of(day), period))) ?? null
}

/** The days of a period that is read on the day `today` of the pharmacy. Days that are fixed are themselves. */
export function periodOn(period: RelativePeriod | Period, today: string): Period {
  return typeof period === 'string' ? declared[period].of(today) : period
}
