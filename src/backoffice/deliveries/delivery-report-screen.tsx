import { SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import { deliveries, type DeliveryReportRow } from '#shared/contract/deliveries.ts'
import { isDay } from '#shared/domain/dates.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { countColumn, moneyColumn, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const title = 'Rapport des livraisons'
const bys = [
  { value: 'supplier' as const, label: 'Par fournisseur' },
  { value: 'month' as const, label: 'Par mois' },
  { value: 'product' as const, label: 'Par produit' },
]
const none: readonly DeliveryReportRow[] = []

/** What closed deliveries brought and cost, by supplier, month or product. */
export function DeliveryReportScreen() {
  const back = { to: useListAddress('/livraisons'), title: 'Livraisons' }
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const [by, setBy] = useState<'supplier' | 'month' | 'product'>('supplier')
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState<string | null>(today)
  useTabTitle(title)
  const isAsked = from !== null && to !== null && isDay(from) && isDay(to)
  const { data, error, isFetching, retry } = useAnswer(
    deliveries.report,
    { query: { from: from ?? today, to: to ?? today, by } },
    { enabled: isAsked, keep: true },
  )
  const rows = data ?? none
  const sum = (of: (row: DeliveryReportRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const columns = reportColumns(bys.find(({ value }) => value === by)!.label.replace('Par ', ''))
  const period = isAsked ? `du ${formatDay(from)} au ${formatDay(to)}` : ''
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={
          <ListExport
            name="Livraisons par ligne"
            columns={columns}
            filters={period}
            source={() => ({ rows })}
            isLocal
            readCsv={(signal) =>
              call(deliveries.reportCsv, { query: { from: from ?? today, to: to ?? today } }, { signal })
            }
          />
        }
      />
      <div className={imports.buttons}>
        <SegmentedControl aria-label="Regrouper" data={bys} value={by} onChange={(value) => setBy(value)} />
        <DayField label="Du" value={from} onChange={setFrom} />
        <DayField label="Au" value={to} onChange={setTo} />
      </div>
      <FigureBar
        figures={[
          { name: 'Boîtes', value: String(sum(({ boxes }) => boxes)) },
          { name: 'Manquantes', value: String(sum(({ missing }) => missing)) },
          {
            name: 'Achats HT',
            value: formatMoney(
              sum(({ net }) => net),
              currency,
            ),
          },
          {
            name: 'TVA',
            value: formatMoney(
              sum(({ vat }) => vat),
              currency,
            ),
          },
          {
            name: 'Au prix public',
            value: formatMoney(
              sum(({ saleValue }) => saleValue),
              currency,
            ),
          },
        ]}
      />
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          emptyText="Aucune livraison validée dans cette période."
          question={`${by} ${from} ${to}`}
        />
      </ListRoom>
    </Page>
  )
}

function reportColumns(name: string) {
  return [
    textColumn('label', name[0]!.toUpperCase() + name.slice(1), ({ label }: DeliveryReportRow) => label, {
      strong: true,
      width: 240,
      grow: 1,
    }),
    numberColumn('deliveries', 'Livraisons', ({ deliveries: count }: DeliveryReportRow) => count, { width: 100 }),
    countColumn('boxes', 'Boîtes', ({ boxes }: DeliveryReportRow) => boxes, { width: 88 }),
    countColumn('free', 'UG', ({ free }: DeliveryReportRow) => free, { width: 72 }),
    countColumn('missing', 'Manquantes', ({ missing }: DeliveryReportRow) => missing, { width: 110 }),
    moneyColumn('net', 'Achats HT', ({ net }: DeliveryReportRow) => net, { width: 130, strong: true }),
    moneyColumn('vat', 'TVA', ({ vat }: DeliveryReportRow) => vat, { width: 110 }),
    moneyColumn('saleValue', 'Au prix public', ({ saleValue }: DeliveryReportRow) => saleValue, { width: 140 }),
  ]
}
