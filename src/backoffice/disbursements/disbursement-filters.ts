import type { CallInput } from '#shared/contract/endpoint.ts'
import type { disbursements } from '#shared/contract/disbursements.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import { isId } from '#backoffice/ui/is-id.ts'
import { isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?du=2026-11-01&au=2026-11-21&motif=…&utilisateur=…&caisse=…`. */
export const disbursementFilterKeys = ['du', 'au', 'motif', 'utilisateur', 'caisse'] as const
type DisbursementFilterKey = (typeof disbursementFilterKeys)[number]
export type DisbursementFilters = Filters<DisbursementFilterKey>
export type DisbursementQuery = NonNullable<CallInput<typeof disbursements.list>['query']>
export const noFilters: Record<DisbursementFilterKey, null> = {
  du: null,
  au: null,
  motif: null,
  utilisateur: null,
  caisse: null,
}

/** The question to the server; what somebody mistyped in the address is left out. */
export function disbursementQueryOf({ du, au, motif, utilisateur, caisse }: DisbursementFilters): DisbursementQuery {
  return {
    ...(isDay(du) ? { from: du } : {}),
    ...(isDay(au) ? { to: au } : {}),
    ...(isId(motif) ? { reasonId: motif } : {}),
    ...(isId(utilisateur) ? { userId: utilisateur } : {}),
    ...(isId(caisse) ? { registerId: caisse } : {}),
  }
}

/** The filters in force, in words. The periods of the switch are said there. */
export function disbursementChips(
  { from, to, reasonId, userId, registerId }: DisbursementQuery,
  today: string,
  names: { reason: string | undefined; user: string | undefined },
): (FilterChip & { keys: DisbursementFilterKey[] })[] {
  const chips: (FilterChip & { keys: DisbursementFilterKey[] })[] = []
  if (periodOf({ ...(from ? { du: from } : {}), ...(to ? { au: to } : {}) }, today) === null)
    chips.push({ key: 'periode', label: periodText(from, to), keys: ['du', 'au'] })
  if (reasonId) chips.push({ key: 'motif', label: names.reason ?? 'Un motif', keys: ['motif'] })
  if (userId) chips.push({ key: 'utilisateur', label: names.user ?? 'Un utilisateur', keys: ['utilisateur'] })
  if (registerId) chips.push({ key: 'caisse', label: 'Une caisse', keys: ['caisse'] })
  return chips
}
