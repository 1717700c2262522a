import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { deliveries, deliveryStates } from '#shared/contract/deliveries.ts'
import { deliveryColumns } from '#backoffice/deliveries/delivery-columns.tsx'
import { stateWords } from '#backoffice/deliveries/delivery-words.ts'
import { NewDeliveryPanel } from '#backoffice/deliveries/new-delivery-panel.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { suppliersFilter } from '#backoffice/ui/lists/supplier-filter.ts'
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof deliveries.list>

const deliveryList = list({
  home: '/livraisons',
  title: 'Livraisons',
  noun: noun('livraison', 'f'),
  source: serverPages(deliveries.list),
  useColumns: () => deliveryColumns,
  filters: [
    searchFilter<Query>('Filtrer les livraisons'),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: deliveryStates.map((state) => ({ value: state, label: stateWords[state].label, asked: state })),
      query: (state) => ({ state }),
    }),
    suppliersFilter<Query>(),
  ],
  open: { page: ({ id }) => `/livraisons/${id}` },
  create: { panel: NewDeliveryPanel, needs: deliveries.create.permission },
  Actions: ImportButton,
  words: { empty: 'Aucune livraison. Importez un BL, ou comptez les boîtes au scanner.' },
})

/** Deliveries of the pharmacy, newest first. */
export function DeliveriesScreen() {
  return <ListScreen list={deliveryList} />
}

function ImportButton() {
  const [, go] = useLocation()
  if (!useMay(deliveries.create)) return null
  return (
    <>
      <Button variant="default" onClick={() => go('/livraisons/rapport')}>
        Rapport
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={18} aria-hidden />}
        onClick={() => go('/livraisons/import')}
      >
        Importer un BL
      </Button>
    </>
  )
}
