import type { AgedRow } from '#shared/contract/bill-reports.ts'
import { bills } from '#shared/contract/bills.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatMoney, formatPercent } from '#shared/ui/money-format.ts'
import { payerKindWords } from '#backoffice/bills/bill-words.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { moneyColumn, nothing, numberColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'

const title = 'Balance âgée'
const none: readonly AgedRow[] = []
const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

const columns = sortedHere<AgedRow>([
  textColumn('payer', 'Payeur', ({ payerName }) => payerName, { strong: true, width: 200, grow: 1 }),
  textColumn('kind', 'Nature', ({ payerKind }) => payerKindWords[payerKind], { width: 100 }),
  moneyColumn('notDue', 'Pas encore dû', ({ notDue }) => notDue || null, { width: 118 }),
  moneyColumn('upTo30', '1 à 30 j', ({ upTo30 }) => upTo30 || null, { width: 98 }),
  moneyColumn('upTo60', '31 à 60 j', ({ upTo60 }) => upTo60 || null, { width: 98 }),
  moneyColumn('upTo90', '61 à 90 j', ({ upTo90 }) => upTo90 || null, { width: 98 }),
  moneyColumn('over90', 'Plus de 90 j', ({ over90 }) => over90 || null, { width: 112 }),
  moneyColumn('left', 'Reste dû', ({ left }) => left, { width: 112, strong: true }),
  {
    ...numberColumn<AgedRow>('days', 'Délai moyen', ({ days }) => days, { width: 104 }),
    render: ({ days }) => (days === null ? nothing : `${decimal.format(days)}\u00a0j`),
  },
  {
    ...numberColumn<AgedRow>('refused', 'Refusé', ({ refused }) => refused, { width: 80 }),
    render: ({ refused }) => (refused === null ? nothing : formatPercent(refused)),
  },
])

/** What each payer owes by its age, beside the days that it really takes and what it refuses. */
export function AgedBalanceScreen() {
  const back = { to: useListAddress('/factures'), title: 'Factures' }
  const currency = useCurrency()
  const doors = usePageRows<AgedRow>(({ payerId }) => `/factures/suivi/${payerId}`)
  useTabTitle(title)
  const { data, error, isFetching, retry } = useAnswer(bills.aged, {})
  const rows = data ?? none
  const sum = (of: (row: AgedRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const figure = (name: string, amount: number, tone?: 'warning' | 'danger') => ({
    name,
    value: formatMoney(amount, currency),
    ...(tone && amount > 0 ? { tone } : {}),
  })
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={<ListExport name={title} columns={columns} filters="" source={() => ({ rows })} isLocal />}
      />
      <FigureBar
        figures={[
          figure(
            'Reste dû',
            sum(({ left }) => left),
          ),
          figure(
            'Pas encore dû',
            sum(({ notDue }) => notDue),
          ),
          figure(
            'En retard',
            sum(({ left, notDue }) => left - notDue),
            'warning',
          ),
          figure(
            'Plus de 90 jours',
            sum(({ over90 }) => over90),
            'danger',
          ),
        ]}
      />
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ payerId }: AgedRow) => payerId}
          emptyText="Aucune facture n’est due."
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          {...doors}
        />
      </ListRoom>
    </Page>
  )
}
