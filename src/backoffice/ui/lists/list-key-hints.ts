import { mayCall } from '#backoffice/ui/rights.ts'
import { exports } from '#shared/contract/exports.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'

type Shown<Row extends { id: string }, Query, Reply> = {
  list: ListDeclaration<Row, Query, Reply>
  rights: ReadonlySet<Permission>
  isSearched: boolean
  mayOpen: boolean
  mayCreate: boolean
  newLabel: string
  hasPanel: boolean
}

/** The keys of a list that the bar of keys shows to this member. */
export function listKeyHints<Row extends { id: string }, Query, Reply>(
  shown: Shown<Row, Query, Reply>,
): readonly KeyHint[] {
  const exporting = mayCall(shown.rights, exports.create) ? [{ keys: ['X'], label: 'Exporter' }] : []
  if (shown.list.Body) return exporting
  const own = (shown.list.keys ?? []).filter(
    ({ needs, inPanel = false }) =>
      (!needs || mayCall(shown.rights, { permission: needs })) && (!inPanel || shown.hasPanel),
  )
  return [
    { keys: ['↑ ↓'], label: 'Parcourir' },
    ...(shown.mayOpen ? [{ keys: ['Entrée'], label: 'Ouvrir' }] : []),
    ...(shown.isSearched ? [{ keys: ['F'], label: 'Filtrer' }] : []),
    ...exporting,
    ...(shown.mayCreate ? [{ keys: ['N'], label: shown.newLabel }] : []),
    ...own.map(({ keys, label }) => ({ keys, label })),
    ...(shown.hasPanel ? [{ keys: ['Échap'], label: 'Fermer le panneau' }] : []),
  ]
}
