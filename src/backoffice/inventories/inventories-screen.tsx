import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { inventories } from '#shared/contract/inventories.ts'
import { inventoryStates } from '#shared/domain/inventories/inventory-state.ts'
import { inventoryColumns } from '#backoffice/inventories/inventory-columns.tsx'
import { inventoryStateWords } from '#backoffice/inventories/inventory-words.ts'
import { NewInventoryPanel } from '#backoffice/inventories/new-inventory-panel.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof inventories.list>

const inventoryList = list({
  home: '/inventaires',
  title: 'Inventaires',
  noun: noun('inventaire', 'm'),
  source: serverPages(inventories.list),
  useColumns: () => inventoryColumns,
  filters: [
    searchFilter<Query>('Filtrer les inventaires'),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: inventoryStates.map((state) => ({
        value: state,
        label: inventoryStateWords[state].label,
        asked: state,
      })),
      query: (state) => ({ state }),
    }),
  ],
  open: { page: ({ id }) => `/inventaires/${id}` },
  create: { panel: NewInventoryPanel, needs: inventories.create.permission },
  Actions: () => (
    <Button variant="default" component={Link} href="/inventaires/rapport">
      Rapport
    </Button>
  ),
  words: { empty: 'Aucun inventaire. Vous pouvez vendre pendant un inventaire.' },
})

/** Inventories of the pharmacy, newest first. */
export function InventoriesScreen() {
  return <ListScreen list={inventoryList} />
}
