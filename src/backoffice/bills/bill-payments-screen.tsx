import { type BillPayment, billPaymentMeans, billPayments } from '#shared/contract/bill-payments.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { BillPaymentPanel } from '#backoffice/bills/bill-payment-panel.tsx'
import { billMeansWords } from '#backoffice/bills/bill-words.ts'
import {
  dayColumn,
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { flagFilter, linkFilter, searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof billPayments.list>

export const billPaymentColumns = sortedByServer<BillPayment>([
  numberColumn('number', 'N°', ({ number }) => number, { width: 56, priority: 1.5 }),
  dayColumn('paidOn', 'Reçu le', ({ paidOn }) => paidOn),
  textColumn('payer', 'Payeur', ({ payerName }) => payerName, { strong: true, width: 140, grow: 3 }),
  textColumn('means', 'Moyen', ({ means }) => billMeansWords[means], { width: 90, priority: 2 }),
  textColumn('reference', 'Référence', ({ reference }) => reference, { width: 110, grow: 0.5, priority: 3 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 100, strong: true }),
  moneyColumn('allocated', 'Affecté', ({ allocated }) => allocated, { width: 100, priority: 2.5 }),
  moneyColumn('ahead', 'D’avance', ({ ahead }) => ahead || null, { width: 96, priority: 1.8 }),
  textColumn('user', 'Noté par', ({ createdByName }) => createdByName, { width: 130, grow: 0.5, priority: 4 }),
  stateColumn(
    'state',
    'État',
    ({ canceledAt, unexplained }) =>
      canceledAt
        ? { label: 'Annulé', tone: 'danger' }
        : unexplained > 0
          ? { label: plural(unexplained, 'ligne à expliquer', 'lignes à expliquer'), tone: 'warning' }
          : null,
    { width: 160, priority: 1.2 },
  ),
])

const paymentList = list({
  home: '/factures/paiements',
  title: 'Paiements reçus',
  noun: noun('paiement', 'm'),
  source: serverPages(billPayments.list),
  useColumns: () => billPaymentColumns,
  filters: [
    searchFilter<Query>('Filtrer les paiements'),
    severalFilter<Query>({
      key: 'moyen',
      label: 'Moyen',
      all: 'Tous',
      many: 'moyens',
      choices: billPaymentMeans.map((value) => ({ value, label: billMeansWords[value], asked: value })),
      query: (means) => ({ means }),
    }),
    flagFilter<Query>({ key: 'avance', label: 'D’avance', query: { ahead: 'only' } }),
    flagFilter<Query>({ key: 'a-traiter', label: 'Lignes à expliquer', query: { waiting: 'only' } }),
    linkFilter<Query>({ key: 'payeur', label: 'Un payeur', query: (payerId) => ({ payerId }) }),
  ],
  facts: ({ total, amount, ahead }) => (
    <>
      {plural(total, 'paiement')}, <Money amount={amount} unit />
      {ahead > 0 && (
        <>
          , dont <Money amount={ahead} unit /> d’avance
        </>
      )}
    </>
  ),
  open: { panel: BillPaymentPanel },
  words: { empty: 'Aucun paiement. Ouvrez une facture pour en noter un.' },
})

/** What payers paid of their bills, newest first. */
export function BillPaymentsScreen() {
  return <ListScreen list={paymentList} />
}
