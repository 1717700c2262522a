import { Button } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { pharmacyProductStorages, type StorageFigures } from '#shared/contract/pharmacy-product-storages.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { plural } from '#shared/ui/plural.ts'
import { storageRecord } from '#backoffice/storages/storage-record.ts'
import {
  archivedColumn,
  countColumn,
  moneyColumn,
  percentColumn,
  sortedByServer,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { choiceFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'
import { rightsAtom, useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof pharmacyProductStorages.figures>

function useColumns({ search }: { search: string }) {
  const seesCosts = useAtomValue(rightsAtom).has('stock.see-cost')
  return sortedByServer<StorageFigures>([
    textColumn('label', 'Rangement', ({ label }) => label, { strong: true, width: 160, grow: 1, search }),
    countColumn('products', 'Produits', ({ products }) => products, { width: 96 }),
    countColumn('units', 'Boîtes et unités', ({ units }) => units, { width: 136, priority: 3 }),
    ...(seesCosts
      ? [
          moneyColumn<StorageFigures>('costValue', 'Valeur d’achat', ({ costValue }) => costValue, {
            width: 136,
            priority: 2,
          }),
        ]
      : []),
    moneyColumn('priceValue', 'Valeur de vente', ({ priceValue }) => priceValue, { width: 136 }),
    percentColumn('accuracy', 'Exactitude 90\u00a0j', ({ accuracy }) => accuracy, { width: 124 }),
    archivedColumn<StorageFigures>('Archivé'),
  ])
}

const storageList = list({
  home: '/rangements',
  title: 'Rangements',
  noun: storageRecord.noun,
  source: serverPages(pharmacyProductStorages.figures),
  useColumns,
  filters: [
    searchFilter<Query>('Filtrer les rangements'),
    choiceFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      choices: [
        { value: 'utilises', label: 'Utilisés', query: { state: 'used' } },
        { value: 'archives', label: 'Archivés', query: { state: 'archived' } },
      ],
    }),
  ],
  facts: ({ total, unplaced }) =>
    `${plural(total, 'rangement')}${unplaced > 0 ? `, ${plural(unplaced, 'produit')} en stock sans rangement` : ''}`,
  open: { panel: recordPanel(storageRecord), needs: storageRecord.needs },
  create: { panel: newRecordPanel(storageRecord), needs: storageRecord.needs },
  Actions: ToScanner,
  words: { empty: 'Aucun rangement. Un rangement est un tiroir, une étagère, le frigo.' },
})

function ToScanner() {
  return useMay(stockActs.move) ? (
    <Button
      variant="default"
      component={Link}
      href="/rangements/scanner"
      leftSection={<IconBarcode size={18} aria-hidden />}
    >
      Ranger au scanner
    </Button>
  ) : null
}

/** Where the pharmacy keeps its products: how much, of which value, and how accurate the stock is there. */
export function StoragesScreen() {
  return <ListScreen list={storageList} />
}
