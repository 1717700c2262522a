import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { dues } from '#shared/contract/dues.ts'
import { dueColumns } from '#backoffice/dues/due-columns.tsx'
import { DuePanel } from '#backoffice/dues/due-panel.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { linkFilter, searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof dues.list>

const dueList = list({
  home: '/dus',
  title: 'Dus aux clients',
  noun: noun('dû', 'm', 'dus'),
  source: serverPages(dues.list),
  useColumns: ({ search }) => {
    const countryCode = useAtomValue(countryCodeAtom)
    return useMemo(() => dueColumns(countryCode, search), [countryCode, search])
  },
  filters: [
    searchFilter<Query>('Filtrer les dus'),
    switchFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      choices: [
        { value: 'a-remettre', label: 'À remettre', query: { state: 'open', onShelf: 'only' } },
        { value: 'ouverts', label: 'Non remis', query: { state: 'open' } },
        { value: 'remis', label: 'Remis', query: { state: 'handed-over' } },
      ],
    }),
    linkFilter<Query>({ key: 'produit', label: 'Un produit', query: (productId) => ({ productId }) }),
  ],
  open: { panel: DuePanel },
  words: { empty: 'Aucun dû. Au comptoir, le détail d’une vente note ce qui n’a pas été remis.' },
})

/** What was paid and not handed over, with whom to call. */
export function DuesScreen() {
  return <ListScreen list={dueList} />
}
