import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { fefoProposal } from '#shared/domain/fefo.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { expiryState } from '#shared/domain/stock.ts'

/** What the list shows of a product, worked out once: sorting 50,000 rows must not fold 50,000 labels at each comparison. */
export type StockRow = {
  id: string
  product: PharmacyProduct
  /** The label as it is sorted: no case, no accents. */
  sortKey: string
  storage: string
  /** Boxes on the shelf, expired ones included; below zero when sold before the delivery was keyed. */
  quantity: number
  /** Of the lot with boxes that expires first; null when none has a date. */
  expiresOn: string | null
  /** Months in which lots with boxes expire, and whether one is past its day: what the filters ask. */
  expiryMonths: readonly string[]
  hasExpired: boolean
  /** Days left to the first expiry when it is near (90 days), else null. */
  soonDays: number | null
  /** Of the lot that leaves first; null when no lot can be sold. */
  price: number | null
}

/** `taken`: boxes per lot that the list still counts although they were sold. `today`: the pharmacy's day. */
export function stockRow(product: PharmacyProduct, today: string, taken: ReadonlyMap<string, number>): StockRow {
  const items = product.stockItems.filter((item) => !item.archived).map((item) => (taken.has(item.id) ? { ...item, quantity: item.quantity - taken.get(item.id)! } : item))
  const onShelf = items.filter(({ quantity }) => quantity > 0)
  const dates = onShelf.flatMap(({ expiresOn }) => (expiresOn === null ? [] : [expiresOn])).sort()
  const states = dates.map((date) => expiryState(date, today))
  const soon = states.find((state) => state.kind === 'soon')
  const first = fefoProposal(items, { today }) ?? items[0]
  return {
    id: product.id,
    product,
    sortKey: fold(product.label),
    storage: product.storage ?? '',
    quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    expiresOn: dates[0] ?? null,
    expiryMonths: dates.filter((date) => date >= today).map((date) => date.slice(0, 7)),
    hasExpired: states.some((state) => state.kind === 'expired'),
    soonDays: soon ? soon.days : null,
    price: first?.salePrice ?? null,
  }
}

export type StockState = 'negatif' | 'rupture' | 'mini'

/** How much there is, worst first; null when there is enough. */
export function stockState({ quantity, product }: StockRow): StockState | null {
  if (quantity < 0) return 'negatif'
  if (quantity === 0) return 'rupture'
  return quantity < product.minimum ? 'mini' : null
}
