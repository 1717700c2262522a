import { atom } from 'jotai'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { uncountedBoxesAtom } from '#shared/store/lists/uncounted-sales.ts'
import { stockRow, type StockRow } from '#backoffice/ui/stock-row.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

/** Cache by product: after a sale one row is computed again, not 50,000. */
const made = new WeakMap<PharmacyProduct, { today: string; row: StockRow }>()
const nothing: ReadonlyMap<string, number> = new Map()

/** The rows of all products that are not archived, by id. */
export const stockRowsAtom = atom((get): ReadonlyMap<string, StockRow> => {
  const taken = get(uncountedBoxesAtom)
  const today = get(todayAtom)
  const rows = new Map<string, StockRow>()
  for (const product of get(productsAtom).values())
    if (!product.archived) rows.set(product.id, rowOf(product, today, taken))
  return rows
})

/** Sorted by label, which is also the order of rows with equal values in a sorted column. */
export const stockRowsByLabelAtom = atom((get): readonly StockRow[] =>
  [...get(stockRowsAtom).values()].sort((a, b) => (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0)),
)

function rowOf(product: PharmacyProduct, today: string, taken: ReadonlyMap<string, number>): StockRow {
  if (taken.size > 0 && product.stockItems.some(({ id }) => taken.has(id))) return stockRow(product, today, taken)
  const known = made.get(product)
  if (known?.today === today) return known.row
  const row = stockRow(product, today, nothing)
  made.set(product, { today, row })
  return row
}
