import { call } from '#shared/client/call.ts'
import { type SaleSort, sales } from '#shared/contract/sales.ts'
import { onePage } from '#shared/contract/values.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { sortedByServer } from '#backoffice/ui/lists/columns.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListHead } from '#backoffice/ui/list-head.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { saleColumns } from '#backoffice/ui/sale-columns.tsx'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'

const columns = sortedByServer(saleColumns.filter(({ key }) => key !== 'patient'))

/** A person's purchases, newest first unless sorted; a row opens the sale. */
export function PurchaseTable({ patientId, name }: { patientId: string; name: string }) {
  const doors = usePageRows<{ id: string }>((sale) => `/ventes/${sale.id}`)
  const { header, query: sort } = useServerSort<SaleSort>(columns)
  const search = useListSearch('Filtrer les achats')
  const query = { patientId, ...sort, ...search.query }
  const pages = usePages((page) => queryOf(sales.list, onePage({ query: { ...query, page, size: pageSize } })))
  return (
    <>
      <ListHead
        actions={
          <ListExport
            name={`Achats ${name}`}
            columns={columns}
            source={() => ({
              readPage: (page, size, signal) =>
                call(sales.list, onePage({ query: { ...query, page, size } }), { signal }),
              rowKey: (sale) => sale.id,
            })}
          />
        }
      >
        {search.field}
        {pages.newest && (
          <span>
            {plural(pages.newest.total, 'achat')}
            {pages.newest.turnover !== null && (
              <>
                , <Money amount={pages.newest.turnover} unit />
              </>
            )}
          </span>
        )}
      </ListHead>
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Achats"
          columns={columns}
          rowKey={(sale) => sale.id}
          {...pages.table}
          {...header}
          errorText="Les achats n’ont pas pu être chargés."
          offlineText="Les achats demandent le réseau."
          emptyText={search.emptyText('Aucun achat enregistré à son nom.')}
          {...doors}
        />
      </ListRoom>
    </>
  )
}
