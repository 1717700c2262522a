import { recalls } from '#shared/contract/recalls.ts'
import { recallColumns } from '#backoffice/recalls/recall-columns.tsx'
import { choiceFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof recalls.list>

const recallList = list({
  home: '/rappels',
  title: 'Rappels de lots',
  noun: noun('rappel', 'm'),
  source: serverPages(recalls.list),
  useColumns: () => recallColumns,
  filters: [
    searchFilter<Query>('Filtrer les rappels'),
    choiceFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      choices: [
        { value: 'ouverts', label: 'Ouverts', query: { state: 'open' } },
        { value: 'clotures', label: 'Clôturés', query: { state: 'closed' } },
      ],
    }),
  ],
  open: { page: ({ id }) => `/rappels/${id}` },
  words: { empty: 'Aucun rappel. Pour rappeler un lot, ouvrez la fiche de son produit dans le stock.' },
})

/** Recalls of lots, open ones first. */
export function RecallsScreen() {
  return <ListScreen list={recallList} />
}
