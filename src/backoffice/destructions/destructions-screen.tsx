import { destructions } from '#shared/contract/destructions.ts'
import { destructionColumns } from '#backoffice/destructions/destruction-columns.tsx'
import { DestructionPanel } from '#backoffice/destructions/destruction-panel.tsx'
import { NewDestructionPanel } from '#backoffice/destructions/new-destruction-panel.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof destructions.list>

const destructionList = list({
  home: '/destructions',
  title: 'Destructions',
  noun: noun('destruction', 'f'),
  source: serverPages(destructions.list),
  useColumns: () => destructionColumns,
  filters: [searchFilter<Query>('Filtrer les destructions')],
  open: { panel: DestructionPanel },
  create: { needs: destructions.create.permission, panel: NewDestructionPanel },
  words: { empty: 'Aucune destruction. Chacune a son procès-verbal, numéroté.' },
})

/** Destructions of lots with their numbered reports, newest first. */
export function DestructionsScreen() {
  return <ListScreen list={destructionList} />
}
