import { call } from '#shared/client/call.ts'
import type { Bill, BillQuery } from '#shared/contract/clients.ts'
import { bills as readBills } from '#shared/contract/bills.ts'
import type { organizations } from '#shared/contract/organizations.ts'
import type { persons } from '#shared/contract/persons.ts'
import { onePage } from '#shared/contract/values.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import { sortedByServer } from '#backoffice/ui/lists/columns.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListHead } from '#backoffice/ui/list-head.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'

const states: Record<Bill['status'], { label: string; tone: StatusTone }> = {
  open: { label: 'À encaisser', tone: 'warning' },
  closed: { label: 'Clôturée', tone: 'success' },
  canceled: { label: 'Annulée', tone: 'neutral' },
}

const columns = sortedByServer<Bill>([
  {
    key: 'number',
    header: 'N°',
    width: 140,
    grow: 1,
    render: ({ number }) => <b>{number}</b>,
    exported: ({ number }) => number,
  },
  {
    key: 'day',
    header: 'Émise le',
    width: 110,
    render: ({ issuedOn }) => formatShortDay(issuedOn),
    exported: ({ issuedOn }) => ({ day: issuedOn }),
  },
  {
    key: 'amount',
    header: 'Montant',
    width: 120,
    align: 'end',
    render: ({ amount }) => <Money amount={amount} />,
    exported: ({ amount }) => ({ money: amount }),
  },
  {
    key: 'state',
    header: 'État',
    width: 130,
    render: ({ status }) => <StatusTag tone={states[status].tone}>{states[status].label}</StatusTag>,
    exported: ({ status }) => states[status].label,
  },
])

type BillsCall = (typeof persons | typeof organizations)['bills']

export function BillTable({ clientId, bills, name }: { clientId: string; bills: BillsCall; name: string }) {
  const doors = usePageRows<Bill>(({ id }) => `/factures/${id}`)
  const mayOpen = useMay(readBills.read)
  const { header, query: sort } = useServerSort<NonNullable<BillQuery['sort']>>(columns)
  const search = useListSearch('Filtrer les factures par numéro')
  const query = { ...sort, ...search.query }
  const pages = usePages((page) =>
    queryOf(bills, onePage({ params: { id: clientId }, query: { ...query, page, size: pageSize } })),
  )
  return (
    <>
      <ListHead
        actions={
          <ListExport
            name={`Factures ${name}`}
            columns={columns}
            source={() => ({
              readPage: (page, size, signal) =>
                call(bills, onePage({ params: { id: clientId }, query: { ...query, page, size } }), { signal }),
              rowKey: (bill) => bill.id,
            })}
          />
        }
      >
        {search.field}
        {pages.newest && <span>{plural(pages.newest.total, 'facture')}</span>}
      </ListHead>
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Factures"
          columns={columns}
          rowKey={(bill) => bill.id}
          {...(mayOpen ? doors : {})}
          {...pages.table}
          {...header}
          errorText="Les factures n’ont pas pu être chargées."
          offlineText="Les factures demandent le réseau."
          emptyText={search.emptyText('Aucune facture.')}
        />
      </ListRoom>
    </>
  )
}
