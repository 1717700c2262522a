import { sales } from '#shared/contract/sales.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { Money } from '#shared/ui/money.tsx'
import { SalePanel } from '#backoffice/sales/sale-panel.tsx'
import { choiceFilter, daysFilter, flagFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { userFilter } from '#backoffice/ui/lists/user-filter.ts'
import { paymentName, saleColumns } from '#backoffice/ui/sale-columns.tsx'

type Query = QueryOf<typeof sales.list>

/** Types that can pay for a sale; transfers and disbursements cannot. */
const paymentTypes = movementTypes.filter((type) => type !== 'TRANSFER' && type !== 'DISBURSEMENT')

const saleList = list({
  home: '/ventes',
  title: 'Ventes',
  noun: noun('vente', 'f'),
  source: serverPages(sales.list),
  useColumns: () => saleColumns,
  filters: [
    searchFilter<Query>('Filtrer les ventes'),
    daysFilter<Query>(),
    userFilter<Query>({
      key: 'vendeur',
      label: 'Vendeur',
      none: 'Aucun vendeur',
      unknown: 'Un vendeur',
      query: (sellerId) => ({ sellerId }),
    }),
    choiceFilter<Query>({
      key: 'paiement',
      label: 'Paiement',
      all: 'Tous',
      choices: paymentTypes.map((type) => ({ value: type, label: paymentName(type), query: { paymentType: type } })),
    }),
    choiceFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      choices: [
        { value: 'cloturees', label: 'Clôturées', query: { status: 'CLOSED' } },
        // A replaced sale has the status CANCELED too.
        { value: 'annulees', label: 'Annulées ou remplacées', query: { status: 'CANCELED' } },
        { value: 'remplacees', label: 'Remplacées', query: { status: 'REPLACED' } },
        { value: 'retours', label: 'Avec retour', query: { status: 'RETURNED' } },
      ],
    }),
    flagFilter<Query>({
      key: 'signalees',
      label: 'À vérifier seulement',
      chip: 'À vérifier',
      query: { flagged: 'only' },
    }),
  ],
  sums: ({ turnover }) => <Money amount={turnover} unit />,
  open: { panel: SalePanel },
  keys: [{ keys: ['D'], label: 'Corriger la date', needs: 'sale.date', inPanel: true }],
  words: {
    error: 'Les ventes n’ont pas pu être chargées. Le comptoir continue de vendre.',
    empty: 'Aucune vente enregistrée.',
  },
})

/** All sales on the server, newest first. The sale in the address is open beside the list. */
export function SalesScreen() {
  return <ListScreen list={saleList} />
}
