import type { CallInput } from '#shared/contract/endpoint.ts'
import type { movements } from '#shared/contract/movements.ts'
import { type MovementType, movementTypes, paymentLabels } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import { isId } from '#backoffice/ui/is-id.ts'
import { movementKindWords } from '#backoffice/ui/movement-words.ts'
import { isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?vue=heures&du=2026-11-01&au=2026-11-21&type=CASH&nature=vente&utilisateur=…&client=…&caisse=…`. */
export const movementFilterKeys = ['vue', 'du', 'au', 'type', 'nature', 'utilisateur', 'client', 'caisse'] as const
type MovementFilterKey = Exclude<(typeof movementFilterKeys)[number], 'vue'>
export type MovementFilters = Filters<(typeof movementFilterKeys)[number]>
export type MovementQuery = NonNullable<CallInput<typeof movements.report>['query']>
export const noFilters: Record<MovementFilterKey, null> = {
  du: null,
  au: null,
  type: null,
  nature: null,
  utilisateur: null,
  client: null,
  caisse: null,
}

const kindOfAddress: Readonly<Record<string, MovementKind>> = {
  vente: 'sale',
  arrondi: 'rounding',
  fond: 'float',
  decaissement: 'disbursement',
  entree: 'cash-in',
  banque: 'deposit',
  encaissement: 'collection',
  remboursement: 'refund',
}
export const kindChoices = Object.entries(kindOfAddress).map(([value, kind]) => ({
  value,
  label: movementKindWords[kind],
}))
const isType = (text: string | undefined): text is MovementType => movementTypes.some((type) => type === text)

/** The question to the server; what somebody mistyped in the address is left out. */
export function movementQueryOf({ du, au, type, nature, utilisateur, client, caisse }: MovementFilters): MovementQuery {
  const kind = nature === undefined ? undefined : kindOfAddress[nature]
  return {
    ...(isDay(du) ? { from: du } : {}),
    ...(isDay(au) ? { to: au } : {}),
    ...(isType(type) ? { type } : {}),
    ...(kind ? { kind } : {}),
    ...(isId(utilisateur) ? { userId: utilisateur } : {}),
    ...(isId(client) ? { clientId: client } : {}),
    ...(isId(caisse) ? { registerId: caisse } : {}),
  }
}

/** Whom the ids of the address stand for, as far as it is known. */
export type MovementNames = { user: string | undefined; client: string | undefined; register: string | undefined }

/** The filters in force, in words. The periods of the switch are said there. */
export function movementChips(
  query: MovementQuery,
  today: string,
  names: MovementNames,
): (FilterChip & { keys: MovementFilterKey[] })[] {
  const { from, to, type, kind, userId, clientId, registerId } = query
  const chips: (FilterChip & { keys: MovementFilterKey[] })[] = []
  if (periodOf({ ...(from ? { du: from } : {}), ...(to ? { au: to } : {}) }, today) === null)
    chips.push({ key: 'periode', label: periodText(from, to), keys: ['du', 'au'] })
  if (type) chips.push({ key: 'type', label: paymentLabels[type], keys: ['type'] })
  if (kind) chips.push({ key: 'nature', label: movementKindWords[kind], keys: ['nature'] })
  if (userId) chips.push({ key: 'utilisateur', label: names.user ?? 'Un utilisateur', keys: ['utilisateur'] })
  if (clientId) chips.push({ key: 'client', label: names.client ?? 'Un client', keys: ['client'] })
  if (registerId) chips.push({ key: 'caisse', label: names.register ?? 'Une caisse', keys: ['caisse'] })
  return chips
}
