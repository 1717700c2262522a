import type { CallInput } from '#shared/contract/endpoint.ts'
import type { PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import { isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?du=2026-11-01&au=2026-11-21&liste=stup&sans-prescripteur=oui&cherche=dossou`. */
export const registerFilterKeys = ['du', 'au', 'liste', 'sans-prescripteur', 'cherche'] as const
export type RegisterFilters = Filters<(typeof registerFilterKeys)[number]>
export type RegisterQuery = NonNullable<CallInput<typeof prescriptionRegister.list>['query']>

const listOfAddress: Readonly<Record<string, PrescriptionEntry['list']>> = {
  '1': 'list-1',
  '2': 'list-2',
  stup: 'narcotic',
}
export const listChoices = Object.entries(listOfAddress).map(([value, list]) => ({
  value,
  label: prescriptionListWords[list],
}))

/** The question to the server; what somebody mistyped in the address is left out. */
export function registerQueryOf({
  du,
  au,
  liste,
  'sans-prescripteur': without,
  cherche,
}: RegisterFilters): RegisterQuery {
  const list = liste === undefined ? undefined : listOfAddress[liste]
  return {
    ...(isDay(du) ? { from: du } : {}),
    ...(isDay(au) ? { to: au } : {}),
    ...(list ? { list } : {}),
    ...(without ? { only: 'without-prescriber' as const } : {}),
    ...(cherche ? { search: cherche.slice(0, 100) } : {}),
  }
}

type Key = Exclude<(typeof registerFilterKeys)[number], 'cherche'>

/** The filters in force, in words. The periods of the switch are said there. */
export function registerChips(filters: RegisterFilters, today: string): (FilterChip & { keys: Key[] })[] {
  const list = listChoices.find(({ value }) => value === filters.liste)
  const chips: (FilterChip & { keys: Key[] })[] = []
  if (periodOf(filters, today) === null)
    chips.push({ key: 'periode', label: periodText(filters.du, filters.au), keys: ['du', 'au'] })
  if (list) chips.push({ key: 'liste', label: list.label, keys: ['liste'] })
  if (filters['sans-prescripteur'])
    chips.push({ key: 'sans-prescripteur', label: 'Sans prescripteur', keys: ['sans-prescripteur'] })
  return chips
}
