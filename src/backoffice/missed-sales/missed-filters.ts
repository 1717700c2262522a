import type { CallInput } from '#shared/contract/endpoint.ts'
import type { MissedSale, missedSales } from '#shared/contract/missed-sales.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import { isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?vue=une&du=2026-11-01&au=2026-11-21&raison=absent`. */
export const missedFilterKeys = ['vue', 'du', 'au', 'raison'] as const
export type MissedFilters = Filters<(typeof missedFilterKeys)[number]>
export type MissedQuery = NonNullable<CallInput<typeof missedSales.list>['query']>

export const reasonWords: Record<MissedSale['reason'], string> = { absent: 'Absent', 'too-dear': 'Trop cher' }

/** In the address as people read it. */
export const reasonChoices = [
  { value: 'absent', reason: 'absent', label: reasonWords.absent },
  { value: 'cher', reason: 'too-dear', label: reasonWords['too-dear'] },
] as const

/** The question to the server; what somebody mistyped in the address is left out. */
export function missedQueryOf({ du, au, raison }: MissedFilters): MissedQuery {
  const choice = reasonChoices.find(({ value }) => value === raison)
  return {
    ...(isDay(du) ? { from: du } : {}),
    ...(isDay(au) ? { to: au } : {}),
    ...(choice ? { reason: choice.reason } : {}),
  }
}

/** The filters in force, in words. The periods of the switch are said there. */
export function missedChips(
  filters: MissedFilters,
  today: string,
): (FilterChip & { keys: ('du' | 'au' | 'raison')[] })[] {
  const choice = reasonChoices.find(({ value }) => value === filters.raison)
  return [
    ...(periodOf(filters, today) === null
      ? [{ key: 'periode', label: periodText(filters.du, filters.au), keys: ['du' as const, 'au' as const] }]
      : []),
    ...(choice ? [{ key: 'raison', label: choice.label, keys: ['raison' as const] }] : []),
  ]
}
