import type { StockGrouping } from '#shared/contract/stock-exports.ts'

/** The rows of the file, in words. */
export const groupingLabels: Record<StockGrouping, string> = {
  category: 'Par catégorie',
  storage: 'Par rangement',
  product: 'Par produit',
  lot: 'Par lot',
}
