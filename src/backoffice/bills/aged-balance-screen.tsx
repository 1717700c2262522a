import { Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { AgedRow } from '#shared/contract/bill-reports.ts'
import { bills } from '#shared/contract/bills.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
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

const ages = [
  ['upTo30', '30 j'],
  ['upTo60', '31 à 60 j'],
  ['upTo90', '61 à 90 j'],
  ['over90', 'Plus de 90 j'],
] as const
const payerColumns = [
  textColumn<AgedRow>('payer', 'Payeur', ({ payerName }) => payerName, { strong: true, width: 170, grow: 1 }),
  textColumn<AgedRow>('kind', 'Nature', ({ payerKind }) => payerKindWords[payerKind], { width: 92 }),
]
const habitColumns = [
  moneyColumn<AgedRow>('ahead', 'D’avance', ({ ahead }) => ahead || null, { width: 88 }),
  {
    ...numberColumn<AgedRow>('days', 'Délai moyen', ({ days }) => days, { width: 104 }),
    render: ({ days }: AgedRow) => (days === null ? nothing : `${decimal.format(days)}\u00a0j`),
  },
  {
    ...numberColumn<AgedRow>('refused', 'Refusé', ({ refused }) => refused, { width: 80 }),
    render: ({ refused }: AgedRow) => (refused === null ? nothing : formatPercent(refused)),
  },
]
/** By the date of the sales, all that is owed; by the day they were due, what bills hold. */
const columnsBy = {
  sale: sortedHere<AgedRow>([
    ...payerColumns,
    ...ages.map(([age, label]) =>
      moneyColumn<AgedRow>(age, age === 'upTo30' ? 'Moins de 31 j' : label, ({ sold }) => sold[age] || null, {
        width: 100,
      }),
    ),
    moneyColumn('unbilled', 'Dont non facturé', ({ unbilled }) => unbilled || null, { width: 122 }),
    moneyColumn('owed', 'Créance', ({ owed }) => owed, { width: 100, strong: true }),
    ...habitColumns,
  ]),
  due: sortedHere<AgedRow>([
    ...payerColumns,
    moneyColumn('notDue', 'Pas encore dû', ({ notDue }) => notDue || null, { width: 118 }),
    ...ages.map(([age, label]) =>
      moneyColumn<AgedRow>(age, age === 'upTo30' ? '1 à 30 j' : label, (row) => row[age] || null, { width: 98 }),
    ),
    moneyColumn('left', 'Reste dû', ({ left }) => left, { width: 112, strong: true }),
    ...habitColumns,
  ]),
}

/** What each payer owes by its age, beside the days that it really takes and what it refuses. */
export function AgedBalanceScreen() {
  const back = { to: useListAddress('/factures'), title: 'Factures' }
  const currency = useCurrency()
  const doors = usePageRows<AgedRow>(({ payerId }) => payerId && `/factures/suivi/${payerId}`)
  useTabTitle(title)
  const { data, error, isFetching, retry } = useAnswer(bills.aged, {})
  const [by, setBy] = useState<keyof typeof columnsBy>('sale')
  const all = data ?? none
  const rows = by === 'sale' ? all : all.filter(({ left, ahead }) => left > 0 || ahead > 0)
  const columns = columnsBy[by]
  const { owed, unbilled, ahead } = receivablesOf(all)
  const sum = (of: (row: AgedRow) => number) => all.reduce((total, row) => total + of(row), 0)
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
          figure('Créances', owed),
          figure('Dont pas encore facturé', unbilled),
          figure(
            'Factures en retard',
            sum(({ left, notDue }) => left - notDue),
            'warning',
          ),
          figure(
            'Vendu il y a plus de 90 jours',
            sum(({ sold }) => sold.over90),
            'danger',
          ),
          ...(ahead > 0 ? [figure('D’avance', ahead)] : []),
        ]}
      />
      <Group py={8}>
        <SegmentedControl
          aria-label="Âge"
          data={[
            { value: 'sale', label: 'Par date de vente' },
            { value: 'due', label: 'Par échéance des factures' },
          ]}
          value={by}
          onChange={(value) => setBy(value as keyof typeof columnsBy)}
        />
      </Group>
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ payerId, payerName }: AgedRow) => payerId ?? payerName}
          question={by}
          emptyText="Rien n’est dû."
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          {...doors}
        />
      </ListRoom>
    </Page>
  )
}
