import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { type Order, orders } from '#shared/contract/orders.ts'
import { orderStates } from '#shared/domain/purchasing/order-state.ts'
import { NewOrderPanel } from '#backoffice/orders/new-order-panel.tsx'
import { orderStateWords } from '#backoffice/orders/order-words.ts'
import {
  countColumn,
  dayColumn,
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { flagFilter, searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { suppliersFilter } from '#backoffice/ui/lists/supplier-filter.ts'

type Query = QueryOf<typeof orders.list>

const columns = sortedByServer<Order>([
  numberColumn('number', 'N°', ({ number }) => number, { width: 72 }),
  textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { strong: true, width: 200, grow: 1 }),
  dayColumn('createdAt', 'Créée le', ({ createdAt }) => createdAt, { priority: 2 }),
  dayColumn('sentAt', 'Envoyée le', ({ sentAt }) => sentAt),
  countColumn('lines', 'Lignes', ({ lines }) => lines, { width: 80, priority: 2 }),
  countColumn('boxes', 'Boîtes', ({ boxes }) => boxes, { width: 88 }),
  countColumn('received', 'Reçues', ({ received }) => received, { width: 88 }),
  moneyColumn('amount', 'Montant HT', ({ amount }) => amount, { width: 130, strong: true }),
  textColumn('user', 'Créée par', ({ createdByName }) => createdByName, { width: 140, grow: 0.5, priority: 2 }),
  stateColumn('state', 'État', ({ state }) => orderStateWords[state], { width: 140 }),
])

const orderList = list({
  home: '/commandes',
  title: 'Commandes',
  noun: noun('commande', 'f'),
  source: serverPages(orders.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les commandes'),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: orderStates.map((state) => ({ value: state, label: orderStateWords[state].label, asked: state })),
      query: (state) => ({ state }),
    }),
    flagFilter<Query>({ key: 'en-retard', label: 'En retard', query: { late: 'only' } }),
    suppliersFilter<Query>(),
  ],
  open: { page: ({ id }) => `/commandes/${id}` },
  create: { panel: NewOrderPanel, needs: orders.create.permission },
  Actions: ToPreparation,
  words: { empty: 'Aucune commande. «\u00a0À commander\u00a0» propose les produits, les quantités et le fournisseur.' },
})

/** Orders of the pharmacy, newest first. */
export function OrdersScreen() {
  return <ListScreen list={orderList} />
}

function ToPreparation() {
  return (
    <>
      <Button variant="default" component={Link} href="/commandes/service">
        Service des fournisseurs
      </Button>
      <Button variant="default" component={Link} href="/commandes/preparation">
        À commander
      </Button>
    </>
  )
}
