import { type SupplierPayment, supplierMeans, supplierPayments } from '#shared/contract/supplier-payments.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { meansWords } from '#backoffice/payables/payable-words.ts'
import { PaymentPanel } from '#backoffice/payables/payment-panel.tsx'
import {
  dayColumn,
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { suppliersFilter } from '#backoffice/ui/lists/supplier-filter.ts'

type Query = QueryOf<typeof supplierPayments.list>

const columns = [
  ...sortedByServer<SupplierPayment>([
    numberColumn('number', 'N°', ({ number }) => number, { width: 72 }),
    dayColumn('paidOn', 'Payé le', ({ paidOn }) => paidOn),
    textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { strong: true, width: 200, grow: 1 }),
    textColumn('means', 'Moyen', ({ means }) => meansWords[means], { width: 110 }),
    textColumn('reference', 'Référence', ({ reference }) => reference, { width: 180, grow: 0.5 }),
    moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 130, strong: true }),
    textColumn('user', 'Noté par', ({ createdByName }) => createdByName, { width: 140, grow: 0.5 }),
  ]),
  stateColumn<SupplierPayment>(
    'state',
    'État',
    ({ canceledAt }) => (canceledAt ? { label: 'Annulé', tone: 'danger' } : null),
    { width: 100 },
  ),
]

const paymentList = list({
  home: '/echeances/paiements',
  title: 'Paiements aux fournisseurs',
  noun: noun('paiement', 'm'),
  source: serverPages(supplierPayments.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les paiements'),
    severalFilter<Query>({
      key: 'moyen',
      label: 'Moyen',
      all: 'Tous',
      many: 'moyens',
      choices: supplierMeans.map((value) => ({ value, label: meansWords[value], asked: value })),
      query: (means) => ({ means }),
    }),
    suppliersFilter<Query>(),
  ],
  facts: ({ total, amount }) => (
    <>
      {plural(total, 'paiement')}, <Money amount={amount} unit />
    </>
  ),
  open: { panel: PaymentPanel },
  words: { empty: 'Aucun paiement. «\u00a0Échéances\u00a0» montre ce qui est dû.' },
})

/** Payments to suppliers, newest first. */
export function PaymentsScreen() {
  return <ListScreen list={paymentList} />
}
