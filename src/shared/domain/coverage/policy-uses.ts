import type { Ceiling } from '#shared/domain/coverage/coverage.ts'

/** What was used of a policy or contract, in minor units, as the server said on `day`. */
export type PolicyUses = { day: string; usedOnDay: number; usedInMonth: number }
/** In minor units; null: no ceiling. */
export type Ceilings = { perSale: number | null; perDay: number | null; perMonth: number | null }

/** The ceilings that stand today. An older record counts for what is still running: yesterday's in the month, last month's not at all; null: nothing is used. */
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
