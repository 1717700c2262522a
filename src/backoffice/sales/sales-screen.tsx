import { sales } from '#shared/contract/sales.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { SalePanel } from '#backoffice/sales/sale-panel.tsx'
import { hasSums, SaleSums } from '#backoffice/sales/sale-sums.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import {
  flagFilter,
  linkFilter,
  searchFilter,
  severalFilter,
  severalRowsFilter,
} from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useUserChoices } from '#backoffice/ui/lists/user-filter.ts'
import { paymentName, saleColumns } from '#backoffice/ui/sale-columns.tsx'

type Query = QueryOf<typeof sales.list>

/** Types that can pay for a sale; transfers and disbursements cannot. */
const paymentTypes = movementTypes.filter((type) => type !== 'TRANSFER' && type !== 'DISBURSEMENT')

const columns = saleColumns.map((column) => ({ ...column, sortable: true }))

const saleList = list({
  home: '/ventes',
  title: 'Ventes',
  noun: noun('vente', 'f'),
  source: serverPages(sales.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les ventes'),
    daysFilter<Query>(),
    severalRowsFilter<Query>({
      key: 'vendeur',
      label: 'Vendeur',
      all: 'Tous',
      many: 'vendeurs',
      none: 'Aucun vendeur',
      unknown: 'Un vendeur',
      useChoices: useUserChoices,
      query: (sellerId) => ({ sellerId }),
    }),
    severalFilter<Query>({
      key: 'paiement',
      label: 'Paiement',
      all: 'Tous',
      many: 'moyens de paiement',
      choices: paymentTypes.map((type) => ({ value: type, label: paymentName(type), asked: type })),
      query: (paymentType) => ({ paymentType }),
    }),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: [
        { value: 'cloturees', label: 'Clôturées', asked: 'CLOSED' },
        // A replaced sale has the status CANCELED too.
        { value: 'annulees', label: 'Annulées ou remplacées', asked: 'CANCELED' },
        { value: 'remplacees', label: 'Remplacées', asked: 'REPLACED' },
        { value: 'retours', label: 'Avec retour', asked: 'RETURNED' },
        { value: 'regularisees', label: 'Refus régularisés', asked: 'REGULARISED' },
      ],
      query: (status) => ({ status }),
    }),
    linkFilter<Query>({ key: 'caisse', label: 'Une caisse', query: (registerId) => ({ registerId }) }),
    flagFilter<Query>({
      key: 'signalees',
      label: 'À vérifier seulement',
      chip: 'À vérifier',
      query: { flagged: 'only' },
    }),
  ],
  sums: (sums) => hasSums(sums) && <SaleSums {...sums} />,
  open: { panel: SalePanel },
  keys: [{ keys: ['D'], label: 'Corriger la date', needs: sales.setDate.permission, inPanel: true }],
  words: {
    error: 'Les ventes n’ont pas pu être chargées. Le comptoir continue de vendre.',
    empty: 'Aucune vente enregistrée.',
  },
})

/** All sales on the server, newest first. The sale in the address is open beside the list. */
export function SalesScreen() {
  return <ListScreen list={saleList} />
}
