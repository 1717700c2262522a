import { SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { inventories, type InventoryReportRow } from '#shared/contract/inventories.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from '#backoffice/inventories/inventories.module.css'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import {
  countColumn,
  type ListColumn,
  moneyColumn,
  nothing,
  percentColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const title = 'Exactitude et démarque'
const bys = [
  { value: 'storage', label: 'Par rangement' },
  { value: 'month', label: 'Par mois' },
] as const
const none: readonly InventoryReportRow[] = []
const monthNames = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What the closed inventories of a period found, by storage or month. */
export function InventoryReportScreen() {
  const back = { to: useListAddress('/inventaires'), title: 'Inventaires' }
  const today = useAtomValue(todayAtom)
  const [by, setBy] = useState<'storage' | 'month'>('storage')
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState<string | null>(today)
  useTabTitle(title)
  const isAsked = from !== null && to !== null && from <= to
  const { data, error, isFetching, retry } = useAnswer(
    inventories.report,
    { query: { from: from ?? today, to: to ?? today, by } },
    { enabled: isAsked, keep: true },
  )
  const rows = data ?? none
  const columns = reportColumns(by === 'storage' ? 'Rangement' : 'Mois')
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
      <div className={classes.tools}>
        <SegmentedControl aria-label="Regrouper" data={[...bys]} value={by} onChange={(value) => setBy(value)} />
        <DayField label="Du" value={from} onChange={setFrom} />
        <DayField label="Au" value={to} onChange={setTo} />
      </div>
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          emptyText="Aucun inventaire clôturé dans cette période."
          question={`${by} ${from} ${to}`}
        />
      </ListRoom>
    </Page>
  )
}

function reportColumns(name: string): readonly ListColumn<InventoryReportRow>[] {
  return [
    textColumn(
      'label',
      name,
      ({ key, label }: InventoryReportRow) => (/^\d{4}-\d{2}$/.test(key) ? monthOf(key) : label),
      {
        strong: true,
        width: 200,
        grow: 1,
      },
    ),
    countColumn('lots', 'Lots comptés', ({ lots }: InventoryReportRow) => lots, { width: 120 }),
    countColumn('right', 'Sans écart', ({ right }: InventoryReportRow) => right, { width: 110 }),
    percentColumn('accuracy', 'Exactitude', ({ accuracy }: InventoryReportRow) => accuracy, {
      width: 110,
    }),
    moneyColumn('missing', 'Manquants', ({ missing }: InventoryReportRow) => missing, { width: 130 }),
    moneyColumn('surplus', 'En trop', ({ surplus }: InventoryReportRow) => surplus, { width: 120 }),
    {
      key: 'shrinkage',
      header: 'Démarque',
      width: 110,
      align: 'end',
      render: ({ shrinkage }: InventoryReportRow) => (shrinkage === null ? nothing : formatPercent(shrinkage / 10)),
      exported: ({ shrinkage }: InventoryReportRow) => (shrinkage === null ? '' : shrinkage / 10),
    },
  ]
}

function monthOf(key: string): string {
  return monthNames.format(new Date(`${key}-01T00:00:00Z`))
}
