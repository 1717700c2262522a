import { isDay } from '#backoffice/ui/periods.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?du=2026-11-01&au=2026-11-21&tri=-ecart`; without days, today. */
export const registerFilterKeys = ['du', 'au', 'tri'] as const
type RegisterFilters = Filters<(typeof registerFilterKeys)[number]>

/** First and last day that are shown. One day alone stands for both; what somebody mistyped is left out. */
export function rangeOf({ du, au }: RegisterFilters, today: string): { from: string; to: string } {
  const [first, last] = [isDay(du) ? du : undefined, isDay(au) ? au : undefined]
  const [from, to] = [first ?? last ?? today, last ?? first ?? today]
  return from <= to ? { from, to } : { from: to, to: from }
}
