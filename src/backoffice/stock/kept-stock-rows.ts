import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { fold } from '#shared/domain/search/fold.ts'
import type { SearchIndex } from '#shared/domain/search/search-index.ts'
import { listRetryAtom, listStateAtom, productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import type { StockQuery } from '#backoffice/stock/stock-filters.ts'
import { isOut, stockState, type StockRow } from '#backoffice/ui/stock-row.ts'
import { stockRowsAtom, stockRowsByLabelAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** A typed lot has fewer letters only by mistake: shorter texts would match most lots. */
const shortestLot = 3
const longestLot = 40

const byLabelSort = { column: 'produit', direction: 'ascending' } as const

/**
 * The filtered rows of the stored list shared by the windows of this terminal: works offline and shows the list's time.
 */
export function useKeptStockRows(query: StockQuery) {
  const rows = useAtomValue(stockRowsAtom)
  const byLabel = useAtomValue(stockRowsByLabelAtom)
  const index = useAtomValue(productIndexAtom)?.index
  const { hasError, syncedAt } = useAtomValue(listStateAtom)
  const retry = useAtomValue(listRetryAtom)
  const listed = useMemo(() => keptRows(rows, byLabel, index, query), [rows, byLabel, index, query])
  // A lot that has been empty for long is not in the list.
  const lot = query.search?.trim() ?? ''
  const mayBeOldLot = listed.length === 0 && rows.size > 0 && lot.length >= shortestLot && /\d/.test(lot)
  const { data } = useAnswer(
    pharmacyProducts.searchByIds,
    { body: { ids: [], stockItemIds: [], lot: lot.slice(0, longestLot) } },
    { enabled: mayBeOldLot && lot.length <= longestLot },
  )
  const kept = useMemo(
    () =>
      mayBeOldLot && data ? data.flatMap(({ id }) => rows.get(id) ?? []).filter((row) => isKept(row, query)) : listed,
    [mayBeOldLot, data, rows, query, listed],
  )
  return {
    rows: kept,
    // Search results keep the order of the search.
    sort: query.search ? undefined : byLabelSort,
    reply: useMemo(() => ({ total: rows.size, kept }), [rows, kept]),
    readAt: syncedAt,
    hasError,
    retry: () => retry?.retry(),
  }
}

/** In the order of the search, otherwise by label. Archived products are never included. */
function keptRows(
  rows: ReadonlyMap<string, StockRow>,
  byLabel: readonly StockRow[],
  index: SearchIndex | undefined,
  query: StockQuery,
): StockRow[] {
  const search = query.search?.trim()
  const searched = search && index ? foundRows(rows, byLabel, index, search) : byLabel
  return searched.filter((row) => isKept(row, query))
}

/** The products of which a lot begins with the search, then those found by their name. */
function foundRows(
  rows: ReadonlyMap<string, StockRow>,
  byLabel: readonly StockRow[],
  index: SearchIndex,
  search: string,
): StockRow[] {
  const lot = fold(search)
  const hasLot = ({ product }: StockRow) =>
    product.stockItems.some((item) => item.lot !== null && fold(item.lot).startsWith(lot))
  const ofLot = lot.length < shortestLot ? [] : byLabel.filter(hasLot)
  const named = index.find(search, rows.size).ids.flatMap((id) => rows.get(id) ?? [])
  return ofLot.length === 0 ? named : [...new Set([...ofLot, ...named])]
}

function isKept(row: StockRow, { state, expiry, expiryMonth, storage }: StockQuery): boolean {
  return (
    hasState(row, state) &&
    hasExpiry(row, expiry) &&
    (expiryMonth === undefined || row.expiryMonths.includes(expiryMonth)) &&
    (storage === undefined || row.storage === storage)
  )
}

function hasState(row: StockRow, state: StockQuery['state']): boolean {
  switch (state) {
    case undefined:
      return true
    case 'out':
      return isOut(row)
    case 'negative':
      return stockState(row) === 'negatif'
    case 'low':
      return stockState(row) === 'mini'
  }
}

function hasExpiry(row: StockRow, expiry: StockQuery['expiry']): boolean {
  switch (expiry) {
    case undefined:
      return true
    case 'expired':
      return row.hasExpired
    case 'soon':
      return row.soonDays !== null
  }
}
