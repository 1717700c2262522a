import { addDays, addMonths, daysBetween, lastDayOfMonth } from '#shared/domain/dates.ts'

/** Days of the pharmacy, both included. */
export type Period = { from: string; to: string }

/** `before`: as many days right before; the same days of earlier months when the period begins with a month. `weekdays`: 52 weeks earlier. `year`: the same dates a year earlier. */
export const comparisons = ['before', 'weekdays', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** How far a compared period lies back. */
export type Shift = { months: number } | { days: number }

export function shiftOf({ from, to }: Period, comparison: Comparison): Shift {
  if (comparison === 'weekdays') return { days: 364 }
  if (comparison === 'year') return { months: 12 }
  return from.endsWith('-01') ? { months: monthsBetween(from, to) + 1 } : { days: daysBetween(from, to) + 1 }
}

/** The period that a report is compared with. */
export function comparedPeriod(period: Period, comparison: Comparison): Period {
  const shift = shiftOf(period, comparison)
  if ('days' in shift) return { from: addDays(period.from, -shift.days), to: addDays(period.to, -shift.days) }
  const to = addMonths(period.to, -shift.months)
  return {
    from: addMonths(period.from, -shift.months),
    to: areWholeMonths(period) ? endOfMonth(to) : to,
  }
}

function areWholeMonths({ from, to }: Period): boolean {
  return from.endsWith('-01') && to === endOfMonth(to)
}

function endOfMonth(day: string): string {
  return lastDayOfMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)))
}

function monthsBetween(from: string, to: string): number {
  const of = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return of(to) - of(from)
}
