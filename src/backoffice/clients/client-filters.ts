import type { clients } from '#shared/contract/clients.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import type { Tag } from '#shared/contract/tags.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?type=organisme&etiquette=…&seulement=debiteurs&tri=encours&cherche=dossou`. */
export const clientFilterKeys = ['type', 'etiquette', 'seulement', 'tri', 'cherche'] as const
export type ClientFilters = Filters<(typeof clientFilterKeys)[number]>
export type ClientQuery = NonNullable<CallInput<typeof clients.list>['query']>

export const kindChoices = [
  { value: 'particulier', label: 'Particuliers', kind: 'person' },
  { value: 'organisme', label: 'Organismes', kind: 'organization' },
] as const
export const onlyChoices = [
  { value: 'assures', label: 'Assurés', only: 'insured' },
  { value: 'debiteurs', label: 'Avec un encours', only: 'debtors' },
  { value: 'archives', label: 'Archivés', only: 'archived' },
] as const

const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f-]{36}$/i.test(text)

/** The question to the server; what somebody mistyped in the address is left out rather than refused. */
export function clientQueryOf({ type, etiquette, seulement, tri, cherche }: ClientFilters): ClientQuery {
  const kind = kindChoices.find(({ value }) => value === type)?.kind
  const only = onlyChoices.find(({ value }) => value === seulement)?.only
  return {
    ...(kind ? { kind } : {}),
    ...(only ? { only } : {}),
    ...(isId(etiquette) ? { tag: etiquette } : {}),
    ...(tri === 'encours' ? { sort: 'outgoing' as const } : {}),
    ...(cherche ? { search: cherche.slice(0, 100) } : {}),
  }
}

/** The filters in force, in words; the type is said by its switch. */
export function clientChips({ etiquette, seulement }: ClientFilters, tags: readonly Tag[]): FilterChip[] {
  const only = onlyChoices.find(({ value }) => value === seulement)
  return [
    ...(only ? [{ key: 'seulement', label: only.label }] : []),
    ...(isId(etiquette)
      ? [{ key: 'etiquette', label: tags.find(({ id }) => id === etiquette)?.label ?? 'Une étiquette' }]
      : []),
  ]
}
