import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { BillingReportRow } from '#shared/contract/bill-reports.ts'
import { usage } from '#shared/contract/usage.ts'
import { bills } from '#shared/contract/bills.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { addDays, isDay } from '#shared/domain/dates.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { countColumn, moneyColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'

const title = 'Bilan de la facturation'
const none: readonly BillingReportRow[] = []

const columns = sortedHere<BillingReportRow>([
  textColumn('month', 'Mois', ({ month }) => month.split('-').toReversed().join('/'), { width: 110 }),
  textColumn('payer', 'Payeur', ({ payerName }) => payerName, { strong: true, width: 240, grow: 1 }),
  countColumn('bills', 'Factures', ({ bills }) => bills, { width: 100 }),
  moneyColumn('billed', 'Facturé', ({ billed }) => billed, { width: 130, strong: true }),
  moneyColumn('collected', 'Encaissé', ({ collected }) => collected, { width: 130 }),
  moneyColumn('refused', 'Refusé', ({ refused }) => refused || null, { width: 130 }),
  moneyColumn('outstanding', 'Reste dû', ({ outstanding }) => outstanding || null, { width: 130 }),
])

/** Billed, collected, refused and outstanding, by payer and month; a row opens the bills of its payer. */
export function BillingReportScreen() {
  const back = { to: useListAddress('/factures'), title: 'Factures' }
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const doors = usePageRows<BillingReportRow>(({ payerId }) => `/factures?payeur=${payerId}`)
  const [from, setFrom] = useState<string | null>(addDays(today, -365))
  const [to, setTo] = useState<string | null>(today)
  useTabTitle(title)
  const isAsked = from !== null && to !== null && isDay(from) && isDay(to)
  const { data, error, isFetching, retry } = useAnswer(
    usage.billingReport,
    { query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keep: true },
  )
  const rows = data ?? none
  const aged = useAnswer(bills.aged, {}).data
  const receivables = receivablesOf(aged ?? [])
  const sum = (of: (row: BillingReportRow) => number) =>
    formatMoney(
      rows.reduce((total, row) => total + of(row), 0),
      currency,
    )
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={
          <ListExport
            name={title}
            columns={columns}
            filters={isAsked ? `du ${formatDay(from)} au ${formatDay(to)}` : ''}
            source={() => ({ rows })}
            isLocal
          />
        }
      />
      <div className={imports.buttons}>
        <DayField label="Du" value={from} onChange={setFrom} />
        <DayField label="Au" value={to} onChange={setTo} />
      </div>
      <FigureBar
        figures={[
          { name: 'Facturé', value: sum(({ billed }) => billed) },
          { name: 'Encaissé', value: sum(({ collected }) => collected) },
          { name: 'Refusé', value: sum(({ refused }) => refused) },
          { name: 'Reste dû de ces factures', value: sum(({ outstanding }) => outstanding) },
          ...(aged
            ? [
                { name: 'Créances à ce jour', value: formatMoney(receivables.owed, currency) },
                { name: 'Dont pas encore facturé', value: formatMoney(receivables.unbilled, currency) },
              ]
            : []),
        ]}
      />
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ payerId, month }: BillingReportRow) => `${payerId} ${month}`}
          emptyText="Aucune facture sur cette période."
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          question={`${from} ${to}`}
          {...doors}
        />
      </ListRoom>
    </Page>
  )
}
