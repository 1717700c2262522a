import type { Ceiling } from '#shared/domain/coverage/coverage.ts'

/**
 * Amounts used of a policy, a family or a contract, in minor units, as of `day`. `usedInYear`: missing in lists that an
 * earlier version kept.
 */
export type PolicyUses = { day: string; usedOnDay: number; usedInMonth: number; usedInYear?: number }
/** In minor units; null: no ceiling. `perYear`: missing in lists that an earlier version kept. */
export type Ceilings = {
  perSale: number | null
  perDay: number | null
  perMonth: number | null
  perYear?: number | null
}

export const ceilingYears = ['calendar', 'contract'] as const
/** When the year of ceilings begins: in January, or on the day of the year on which the contract begins. */
export type CeilingYear = { ceilingYear?: (typeof ceilingYears)[number]; validFrom: string | null }

/** The first day of the year of ceilings that a day is in. A contract of a 29 February begins on the 28th otherwise. */
export function ceilingYearFrom(day: string, { ceilingYear, validFrom }: CeilingYear): string {
  const year = Number(day.slice(0, 4))
  if (ceilingYear !== 'contract' || validFrom === null) return `${day.slice(0, 4)}-01-01`
  const from = startIn(year, validFrom)
  return from <= day ? from : startIn(year - 1, validFrom)
}

/** The first day of the year of ceilings after that of a day. */
export function nextCeilingYear(day: string, year: CeilingYear): string {
  const from = ceilingYearFrom(day, year)
  const next = Number(from.slice(0, 4)) + 1
  return year.ceilingYear === 'contract' && year.validFrom !== null ? startIn(next, year.validFrom) : `${next}-01-01`
}

function startIn(year: number, validFrom: string): string {
  const day = validFrom.slice(5)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${String(year).padStart(4, '0')}-${day === '02-29' && !isLeap ? '02-28' : day}`
}

/**
 * The ceilings with the amounts used today. An older record counts only for periods still running: yesterday's for the
 * month and the year, last month's for the year, last year's not at all. `uses` null: nothing used. `year`: default the
 * calendar's.
 */
export function ceilingsOf(
  scope: Ceiling['scope'],
  { perSale, perDay, perMonth, perYear = null }: Ceilings,
  uses: PolicyUses | null,
  today: string,
  year: CeilingYear = { validFrom: null },
): Ceiling[] {
  const usedOnDay = uses?.day === today ? uses.usedOnDay : 0
  const usedInMonth = uses && monthOf(uses.day) === monthOf(today) ? uses.usedInMonth : 0
  const isSameYear = uses && ceilingYearFrom(uses.day, year) === ceilingYearFrom(today, year)
  const ceiling = (period: Ceiling['period'], limit: number | null, used: number): Ceiling[] =>
    limit === null ? [] : [{ scope, period, limit, used }]
  return [
    ...ceiling('sale', perSale, 0),
    ...ceiling('day', perDay, usedOnDay),
    ...ceiling('month', perMonth, usedInMonth),
    ...ceiling('year', perYear, isSameYear ? (uses.usedInYear ?? 0) : 0),
  ]
}

function monthOf(day: string): string {
  return day.slice(0, 7)
}
