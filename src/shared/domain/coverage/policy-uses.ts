import type { Ceiling } from '#shared/domain/coverage/coverage.ts'

/** Amounts used of a policy or contract, in minor units, as of `day`. */
export type PolicyUses = { day: string; usedOnDay: number; usedInMonth: number }
/** In minor units; null: no ceiling. */
export type Ceilings = { perSale: number | null; perDay: number | null; perMonth: number | null }

/**
 * The ceilings with the amounts used today. An older record counts only for periods still running: yesterday's for the
 * month, last month's not at all. `uses` null: nothing used.
 */
export function ceilingsOf(
  scope: Ceiling['scope'],
  { perSale, perDay, perMonth }: Ceilings,
  uses: PolicyUses | null,
  today: string,
): Ceiling[] {
  const usedOnDay = uses?.day === today ? uses.usedOnDay : 0
  const usedInMonth = uses && monthOf(uses.day) === monthOf(today) ? uses.usedInMonth : 0
  const ceiling = (period: Ceiling['period'], limit: number | null, used: number): Ceiling[] =>
    limit === null ? [] : [{ scope, period, limit, used }]
  return [
    ...ceiling('sale', perSale, 0),
    ...ceiling('day', perDay, usedOnDay),
    ...ceiling('month', perMonth, usedInMonth),
  ]
}

function monthOf(day: string): string {
  return day.slice(0, 7)
}
