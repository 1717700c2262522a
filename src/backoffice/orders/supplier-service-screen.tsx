import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { orders, type SupplierService } from '#shared/contract/orders.ts'
import { addDays, isDay } from '#shared/domain/dates.ts'
import { valueOf } from '#shared/domain/reports/measures.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { countColumn, nothing, numberColumn, percentColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const title = 'Service des fournisseurs'
const none: readonly SupplierService[] = []
const decimal = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

const columns = [
  textColumn<SupplierService>('supplier', 'Fournisseur', ({ supplierName }) => supplierName, {
    strong: true,
    width: 240,
    grow: 1,
  }),
  countColumn<SupplierService>('orders', 'Commandes', ({ orders: sent }) => sent, { width: 110 }),
  countColumn<SupplierService>('ordered', 'Boîtes commandées', ({ ordered }) => ordered, { width: 150 }),
  countColumn<SupplierService>('received', 'Reçues', ({ received }) => received, { width: 100 }),
  countColumn<SupplierService>('givenUp', 'Abandonnées', ({ givenUp }) => givenUp, { width: 116 }),
  percentColumn<SupplierService>('rate', 'Servi', serviceRate, { width: 90 }),
  {
    ...numberColumn<SupplierService>('days', 'Délai (jours)', ({ days }) => days, { width: 120 }),
    render: ({ days }: SupplierService) => (days === null ? nothing : decimal.format(days)),
  },
]

/** What came of the orders of a period, and how fast, by supplier. */
export function SupplierServiceScreen() {
  const back = { to: useListAddress('/commandes'), title: 'Commandes' }
  const today = useAtomValue(todayAtom)
  const [from, setFrom] = useState<string | null>(addDays(today, -90))
  const [to, setTo] = useState<string | null>(today)
  useTabTitle(title)
  const isAsked = from !== null && to !== null && isDay(from) && isDay(to)
  const { data, error, isFetching, retry } = useAnswer(
    orders.service,
    { query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keep: true },
  )
  const rows = data ?? none
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
      <ListRoom>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ supplierId }: SupplierService) => supplierId}
          emptyText="Aucune commande envoyée sur cette période."
          face={error ? 'error' : isFetching && !data ? 'loading' : 'ready'}
          onRetry={retry}
          question={`${from} ${to}`}
        />
      </ListRoom>
    </Page>
  )
}

/** The part of the boxes that the supplier has answered for, in percent, as the reports say it; null before the first. */
function serviceRate({ due, received }: SupplierService): number | null {
  return valueOf('serviceRate', { received, due })
}
