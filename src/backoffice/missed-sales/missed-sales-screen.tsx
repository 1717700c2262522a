import { SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import { type MissedProduct, type MissedSale, missedSales } from '#shared/contract/missed-sales.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { missedColumns, productColumns } from '#backoffice/missed-sales/missed-columns.tsx'
import { MissedFilterMenu } from '#backoffice/missed-sales/missed-filter-menu.tsx'
import {
  missedChips,
  missedFilterKeys,
  missedQueryOf,
  type MissedQuery,
} from '#backoffice/missed-sales/missed-filters.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { PeriodSwitch } from '#backoffice/ui/period-switch.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

/** Nothing is typed to filter this list. */
const keys = listKeys.filter(({ label }) => label !== 'Filtrer')
const views = [
  { value: 'produits', label: 'Par produit' },
  { value: 'une', label: 'Une à une' },
] as const

const productKey = ({ pharmacyProductId, label }: MissedProduct): string => pharmacyProductId ?? label

/** Who left without: what to order, and what it would have brought in. */
export function MissedSalesScreen() {
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(missedFilterKeys)
  const query = missedQueryOf(filters)
  const isOneByOne = filters.vue === 'une'
  const whole = useAnswer(missedSales.list, { query: { ...query, size: 1 } }, { keep: true }).data
  const chips = missedChips(filters, today)
  const table = { query, clear: () => change({ du: null, au: null, raison: null }) }
  return (
    <Page>
      <PageHead
        title="Ventes manquées"
        facts={
          whole && (
            <>
              {plural(whole.total, 'vente manquée', 'ventes manquées')}, <Money amount={whole.value} unit />
            </>
          )
        }
        actions={
          <>
            <SegmentedControl
              aria-label="Vue"
              withItemsBorders={false}
              data={[...views]}
              value={isOneByOne ? 'une' : 'produits'}
              onChange={(vue) => change({ vue: vue === 'une' ? vue : null })}
            />
            <PeriodSwitch filters={filters} today={today} onChange={change} />
            {isOneByOne ? (
              <ListExport
                name="Ventes manquées"
                columns={missedColumns}
                source={() => ({
                  readPage: (page, size, signal) =>
                    call(missedSales.list, { query: { ...query, page, size } }, { signal }),
                  rowKey: ({ id }) => id,
                })}
              />
            ) : (
              <ListExport
                name="Ventes manquées par produit"
                columns={productColumns}
                source={() => ({
                  readPage: (page, size, signal) =>
                    call(missedSales.byProduct, { query: { ...query, page, size } }, { signal }),
                  rowKey: productKey,
                })}
              />
            )}
          </>
        }
      />
      <FilterChips
        chips={chips}
        onRemove={(key) =>
          change(Object.fromEntries((chips.find((chip) => chip.key === key)?.keys ?? []).map((each) => [each, null])))
        }
        addMenu={(close) => <MissedFilterMenu filters={filters} onChange={change} onClose={close} />}
      />
      {isOneByOne ? <OneByOne {...table} /> : <ByProduct {...table} />}
    </Page>
  )
}

interface TableProps {
  query: MissedQuery
  clear: () => void
}

function ByProduct({ query, clear }: TableProps) {
  const pages = usePages((page) => queryOf(missedSales.byProduct, { query: { ...query, page, size: pageSize } }))
  const open = useOpenProduct()
  usePageKeys(keys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)
  return (
    <ListRoom isStale={pages.isStale}>
      <DataTable
        label="Ventes manquées par produit"
        columns={productColumns}
        rowKey={productKey}
        {...pages.table}
        {...faces(query, clear)}
        onOpen={open}
      />
    </ListRoom>
  )
}

function OneByOne({ query, clear }: TableProps) {
  const pages = usePages((page) => queryOf(missedSales.list, { query: { ...query, page, size: pageSize } }))
  const open = useOpenProduct()
  usePageKeys(keys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)
  return (
    <ListRoom isStale={pages.isStale}>
      <DataTable
        label="Ventes manquées"
        columns={missedColumns}
        rowKey={({ id }) => id}
        {...pages.table}
        {...faces(query, clear)}
        onOpen={open}
      />
    </ListRoom>
  )
}

function faces(query: MissedQuery, clear: () => void) {
  const isFiltered = Object.keys(query).length > 0
  return {
    errorText: 'Les ventes manquées n’ont pas pu être chargées.',
    offlineText: 'Les ventes manquées demandent le réseau.',
    emptyText: isFiltered
      ? 'Aucune vente manquée ne correspond à ces filtres.'
      : 'Aucune vente manquée. Au comptoir, une touche les note.',
    ...(isFiltered ? { emptyAction: { label: 'Effacer les filtres', onClick: clear } } : {}),
  }
}

/** The product in the stock; what the pharmacy does not hold has no page. */
function useOpenProduct(): (row: Pick<MissedSale, 'pharmacyProductId'>) => void {
  const [, go] = useLocation()
  return ({ pharmacyProductId }) => {
    if (pharmacyProductId !== null) go(`/stock/${pharmacyProductId}`)
  }
}
