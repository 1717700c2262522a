import type { UnbilledVoucher } from '#shared/contract/bill-vouchers.ts'
import { bills } from '#shared/contract/bills.ts'
import { urgentDays } from '#shared/domain/billing/foreclosure.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { faultsText } from '#backoffice/bills/bill-words.ts'
import { dayColumn, moneyColumn, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { choiceFilter, flagFilter, linkFilter, searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof bills.vouchers>

export const voucherColumns = sortedByServer<UnbilledVoucher>([
  dayColumn('soldAt', 'Vendu le', ({ soldAt }) => soldAt),
  numberColumn('sale', 'Vente', ({ saleNumber }) => saleNumber, { width: 90, priority: 3 }),
  textColumn('payer', 'Payeur', ({ payerName }) => payerName, { strong: true, width: 140, grow: 1.5 }),
  textColumn('beneficiary', 'Bénéficiaire', ({ beneficiary }) => beneficiary, { width: 160, grow: 1, priority: 2 }),
  textColumn('voucher', 'N° du bon', ({ voucher }) => voucher, { width: 140, priority: 2.5 }),
  textColumn(
    'faults',
    'Manque, refus',
    ({ faults, refusal }) =>
      [faultsText(faults), refusal && `refusé\u00a0: ${refusal}`].filter(Boolean).join(', ') || null,
    { width: 200, grow: 1, priority: 1.5 },
  ),
  dayColumn('until', 'À présenter jusqu’au', ({ until }) => until, { width: 160, priority: 1.8 }),
  moneyColumn('left', 'Montant', ({ left }) => left, { width: 100, strong: true }),
])

const voucherList = list({
  home: '/factures/bons',
  title: 'Bons à facturer',
  noun: noun('bon', 'm'),
  source: serverPages(bills.vouchers),
  useColumns: () => voucherColumns,
  filters: [
    searchFilter<Query>('Filtrer les bons'),
    switchFilter<Query>({
      key: 'bons',
      label: 'Bons',
      all: 'Tous',
      choices: [{ value: 'incomplets', label: 'Incomplets', query: { show: 'incomplete' } }],
    }),
    choiceFilter<Query>({
      key: 'delai',
      label: 'Délai',
      all: 'Tous',
      choices: [
        { value: 'bientot', label: `Perdus d’ici ${urgentDays} jours`, query: { deadline: 'soon' } },
        { value: 'perdus', label: 'Hors délai', query: { deadline: 'lost' } },
      ],
    }),
    flagFilter<Query>({ key: 'a-traiter', label: 'À facturer maintenant', query: { waiting: 'only' } }),
    linkFilter<Query>({ key: 'payeur', label: 'Un payeur', query: (payerId) => ({ payerId }) }),
  ],
  facts: ({ total, amount, atRisk, soonLost }) => (
    <>
      {plural(total, 'bon')}, <Money amount={amount} unit />
      {atRisk > 0 && (
        <>
          , dont <Money amount={atRisk} unit /> à risque
        </>
      )}
      {soonLost > 0 && (
        <>
          , <Money amount={soonLost} unit /> perdus d’ici {urgentDays} jours
        </>
      )}
    </>
  ),
  open: { page: ({ saleId }) => `/ventes/${saleId}` },
  words: { empty: 'Tout est facturé.' },
})

/** What payers owe and no bill holds, with what is missing on each voucher: the sale is one gesture away. */
export function VouchersScreen() {
  return <ListScreen list={voucherList} />
}
