import type { WriteOff } from '#shared/contract/bill-reports.ts'
import { bills } from '#shared/contract/bills.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { dayColumn, moneyColumn, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { linkFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof bills.writeOffs>

const columns = sortedByServer<WriteOff>([
  dayColumn('at', 'Abandonnée le', ({ at }) => at, { priority: 1 }),
  textColumn('by', 'Par', ({ byName }) => byName, { width: 118, grow: 0.5, strong: true }),
  textColumn('payer', 'Payeur', ({ payerName }) => payerName, { width: 128, grow: 1 }),
  textColumn('bill', 'Facture', ({ billNumber }) => billNumber, { width: 110, priority: 3 }),
  numberColumn('note', 'Avoir', ({ noteNumber }) => noteNumber, { width: 70, priority: 4 }),
  textColumn('reason', 'Raison', ({ reason }) => reason, { width: 260, grow: 3, priority: 2 }),
  moneyColumn('amount', 'Montant', ({ amount }) => amount, { width: 100, strong: true }),
])

const writeOffList = list({
  home: '/factures/abandons',
  title: 'Créances abandonnées',
  noun: noun('créance', 'f'),
  source: serverPages(bills.writeOffs),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par payeur, facture, raison ou personne'),
    linkFilter<Query>({ key: 'payeur', label: 'Un payeur', query: (payerId) => ({ payerId }) }),
  ],
  facts: ({ total, amount }) => (
    <>
      {plural(total, 'créance abandonnée', 'créances abandonnées')}, <Money amount={amount} unit />
    </>
  ),
  open: { page: ({ billId }) => `/factures/${billId}` },
  words: { empty: 'Aucune créance abandonnée.' },
})

/** What the pharmacy gave up of its bills: who, what and why, the latest first. */
export function WriteOffsScreen() {
  return <ListScreen list={writeOffList} />
}
