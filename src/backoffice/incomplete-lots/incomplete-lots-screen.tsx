import { Button } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { type IncompleteLot, stockItems } from '#shared/contract/stock-items.ts'
import { countColumn, dayColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { choiceFilter, searchFilter, textFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useStorageNames } from '#backoffice/ui/use-storage-names.ts'

type Query = QueryOf<typeof stockItems.incomplete>

const columnsOf = (search: string) =>
  sortedByServer<IncompleteLot>([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, width: 260, grow: 1, search }),
    textColumn('storage', 'Rangement', ({ storage }) => storage, { width: 120 }),
    textColumn('packaging', 'Cond.', ({ packaging }) => packaging, { width: 100, priority: 3 }),
    textColumn('lot', 'Lot', ({ lot }) => lot, { width: 110, search }),
    dayColumn('expiresOn', 'Expire', ({ expiresOn }) => expiresOn, { width: 104 }),
    countColumn('quantity', 'Quantité', ({ quantity }) => quantity, { width: 90 }),
    textColumn('category', 'Catégorie', ({ category }) => category, { width: 170, priority: 1 }),
    textColumn('supplier', 'Fournisseur', ({ supplier }) => supplier, { width: 140, priority: 2 }),
    dayColumn('enteredOn', 'Entré le', ({ enteredOn }) => enteredOn, { width: 104, priority: 2 }),
  ])

/** For members who may correct lots. */
function Scanning() {
  return useMay(stockActs.correct) ? (
    <Button
      variant="default"
      component={Link}
      href="/lots-sans-date/scanner"
      leftSection={<IconBarcode size={18} aria-hidden />}
    >
      Dater au scanner
    </Button>
  ) : null
}

const incompleteLotList = list({
  home: '/lots-sans-date',
  title: 'Lots sans date',
  noun: noun('lot', 'm'),
  source: serverPages(stockItems.incomplete, { usual: { column: 'label', direction: 'ascending' } }),
  useColumns: ({ search }) => useMemo(() => columnsOf(search), [search]),
  filters: [
    searchFilter<Query>('Filtrer les lots'),
    choiceFilter<Query>({
      key: 'manque',
      label: 'Manque',
      all: 'Tous',
      choices: [
        { value: 'lot', label: 'Sans numéro', query: { lacks: 'lot' } },
        { value: 'peremption', label: 'Sans péremption', query: { lacks: 'expiresOn' } },
      ],
    }),
    textFilter<Query>({
      key: 'rangement',
      label: 'Rangement',
      all: 'Tous',
      none: 'Aucun rangement',
      useChoices: useStorageNames,
      query: (storage) => ({ storage }),
    }),
  ],
  open: { page: ({ pharmacyProductId }) => `/stock/${pharmacyProductId}` },
  Actions: Scanning,
  words: { empty: 'Tous les lots en stock ont le numéro et la péremption que leur produit demande.' },
})

/** The lots in stock without the number or the expiry that their product needs: what to read on the shelf. */
export function IncompleteLotsScreen() {
  return <ListScreen list={incompleteLotList} />
}
