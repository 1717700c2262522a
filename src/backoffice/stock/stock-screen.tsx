import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { listRetryAtom, listStateAtom, productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { sortRows } from '#shared/ui/data-table-column.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { looseColumn, stockColumns } from '#backoffice/stock/stock-columns.tsx'
import { StockFilterMenu } from '#backoffice/stock/stock-filter-menu.tsx'
import { findRows, stockChips, stockFilterKeys, type StockFilters } from '#backoffice/stock/stock-filters.ts'
import { StockPanel } from '#backoffice/stock/stock-panel.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { sortOf, sortText } from '#backoffice/ui/sort-text.ts'
import type { StockRow } from '#backoffice/ui/stock-row.ts'
import classes from '#backoffice/stock/stock.module.css'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { stockRowsAtom, stockRowsByLabelAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useFilters } from '#backoffice/ui/use-filters.ts'

/** Rows are handed over one by one all the same: React’s development build compares props in depth, seconds for 20,000 of them. */
const allAreHere = () => undefined

/** The whole stock, from the list that the windows of this terminal share: it works offline, and says its hour. */
export function StockScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const address = useSearch()
  const today = useAtomValue(todayAtom)
  const [filters, change] = useFilters(stockFilterKeys)
  const rows = useAtomValue(stockRowsAtom)
  const { syncedAt } = useAtomValue(listStateAtom)
  const search = filters.cherche ?? ''
  const hasLoose = useMemo(() => [...rows.values()].some(({ loose }) => loose.units !== 0), [rows])
  const columns = useMemo(() => stockColumns(search, hasLoose), [search, hasLoose])
  const shown = useShownRows(rows, columns, filters)
  const { face, onRetry } = useListFace()
  usePageKeys(openId ? panelKeys : listKeys, syncedAt === null ? null : `Liste de ${formatHour(syncedAt)}`)

  const withFilters = (path: string) => (address ? `${path}?${address}` : path)
  const open = (id: string) => go(withFilters(`/stock/${id}`), { replace: openId !== undefined })
  const chips = stockChips(filters)
  const clear = () => change({ etat: null, expire: null, rangement: null, cherche: null })
  const isFiltered = chips.length > 0 || search !== ''
  const storages = useMemo(
    () => [...new Set([...rows.values()].flatMap(({ storage }) => (storage ? [storage] : [])))].sort(),
    [rows],
  )

  return (
    <Page
      panel={
        openId && (
          <StockPanel
            key={openId}
            productId={openId}
            row={rows.get(openId)}
            today={today}
            onClose={() => go(withFilters('/stock'))}
          />
        )
      }
    >
      <PageHead
        title="Stock"
        facts={rows.size > 0 && <Facts count={rows.size} />}
        actions={
          syncedAt !== null && (
            <ListExport
              name="Stock"
              columns={hasLoose ? [...columns, looseColumn] : columns}
              source={() => ({ rows: shown.rows })}
              isLocal
            />
          )
        }
      />
      <FilterChips
        start={
          <FilterField
            className={classes.find}
            label="Filtrer le stock"
            value={search}
            onChange={(cherche) => change({ cherche })}
            delayMs={0}
            onSubmit={() => shown.rows[0] && open(shown.rows[0].id)}
          />
        }
        chips={chips}
        onRemove={(key) => change({ [key]: null })}
        addMenu={(closeMenu) => (
          <StockFilterMenu filters={filters} storages={storages} onChange={change} onClose={closeMenu} />
        )}
        resultCount={isFiltered && syncedAt !== null ? shown.rows.length : undefined}
      />
      <ListRoom>
        <DataTable
          label="Stock"
          columns={columns}
          rowKey={(row) => row.id}
          rowCount={shown.rows.length}
          rowAt={(index) => shown.rows[index]}
          onRangeNeeded={allAreHere}
          sort={shown.sort}
          onSort={(sort) => change({ tri: sortText(sort) })}
          face={face}
          isLocal={syncedAt !== null}
          listedAt={syncedAt === null ? undefined : new Date(syncedAt)}
          onRetry={onRetry}
          errorText="Le stock n’a pas pu être mis à jour."
          emptyText={
            search
              ? `Aucun résultat pour «\u00a0${search}\u00a0»`
              : isFiltered
                ? 'Aucun produit ne correspond à ces filtres.'
                : 'Aucun produit dans le stock.'
          }
          {...(isFiltered ? { emptyAction: { label: 'Effacer les filtres', onClick: clear } } : {})}
          question={JSON.stringify(filters)}
          selectedKey={openId ?? null}
          onOpen={(row) => open(row.id)}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}

/** By label, unless a column was asked for; what is searched comes in the order of the search. */
function useShownRows(
  rows: ReadonlyMap<string, StockRow>,
  columns: ReturnType<typeof stockColumns>,
  filters: StockFilters,
) {
  const index = useAtomValue(productIndexAtom)
  const byLabel = useAtomValue(stockRowsByLabelAtom)
  const { etat, expire, rangement, cherche, tri } = filters
  const sort = useMemo(
    () => sortOf(tri) ?? (cherche ? undefined : ({ column: 'produit', direction: 'ascending' } as const)),
    [tri, cherche],
  )
  const found = useMemo(
    () =>
      findRows(rows, byLabel, index?.index, {
        ...(etat && { etat }),
        ...(expire && { expire }),
        ...(rangement && { rangement }),
        ...(cherche && { cherche }),
      }),
    [rows, byLabel, index, etat, expire, rangement, cherche],
  )
  return { rows: useMemo(() => sortRows(found, columns, sort), [found, columns, sort]), sort }
}

function useListFace() {
  const { hasError, syncedAt } = useAtomValue(listStateAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const retry = useAtomValue(listRetryAtom)
  const face = isOffline
    ? ('offline' as const)
    : hasError
      ? ('error' as const)
      : syncedAt === null
        ? ('loading' as const)
        : ('ready' as const)
  return { face, onRetry: () => retry?.retry() }
}

function Facts({ count }: { count: number }) {
  const rights = useAtomValue(rightsAtom)
  const { data } = useAnswer(
    pharmacyProducts.stats,
    {},
    { enabled: rights.has('report.see') && rights.has('stock.see-cost') },
  )
  return (
    <>
      {plural(count, 'produit')}
      {typeof data?.stockValue === 'number' && (
        <>
          , <Money amount={data.stockValue} unit /> au prix d’achat
        </>
      )}
    </>
  )
}
