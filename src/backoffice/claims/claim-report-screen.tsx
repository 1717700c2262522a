import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type ClaimReportRow, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
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
import { moneyColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const title = 'Bilan des réclamations'
const none: readonly ClaimReportRow[] = []

const columns = sortedHere<ClaimReportRow>([
  textColumn('month', 'Mois', ({ month }) => month.split('-').toReversed().join('/'), { width: 110 }),
  textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { strong: true, width: 240, grow: 1 }),
  moneyColumn('claimed', 'Réclamé', ({ claimed }) => claimed, { width: 130, strong: true }),
  moneyColumn('accepted', 'Accepté', ({ accepted }) => accepted, { width: 130 }),
  moneyColumn('credited', 'Récupéré', ({ credited }) => credited, { width: 130 }),
  moneyColumn('awaited', 'Attendu', ({ awaited }) => awaited, { width: 130 }),
  moneyColumn('lost', 'Perdu', ({ lost }) => lost, { width: 130 }),
])

/** Francs claimed, recovered and lost, by supplier and month. */
export function ClaimReportScreen() {
  const back = { to: useListAddress('/reclamations'), title: 'Réclamations' }
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const [from, setFrom] = useState<string | null>(addDays(today, -365))
  const [to, setTo] = useState<string | null>(today)
  useTabTitle(title)
  const isAsked = from !== null && to !== null && isDay(from) && isDay(to)
  const { data, error, isFetching, retry } = useAnswer(
    wholesalerClaims.report,
    { query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keep: true },
  )
  const rows = data ?? none
  const sum = (of: (row: ClaimReportRow) => number) =>
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
          { name: 'Réclamé', value: sum(({ claimed }) => claimed) },
          { name: 'Récupéré', value: sum(({ credited }) => credited) },
          { name: 'Attendu', value: sum(({ awaited }) => awaited) },
          { name: 'Perdu', value: sum(({ lost }) => lost) },
        ]}
      />
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ supplierId, month }: ClaimReportRow) => `${supplierId} ${month}`}
          emptyText="Aucune réclamation sur cette période."
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          question={`${from} ${to}`}
        />
      </ListRoom>
    </Page>
  )
}
