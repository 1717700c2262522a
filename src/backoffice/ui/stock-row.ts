import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { fefoProposal } from '#shared/domain/fefo.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { expiryState } from '#shared/domain/stock.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

/** What the list shows of a product, worked out once: sorting 50,000 rows must not fold 50,000 labels at each comparison. */
export type StockRow = {
  id: string
  product: PharmacyProduct
  /** The label as it is sorted: no case, no accents. */
  sortKey: string
  storage: string
  /** Boxes on the shelf, expired ones included; below zero when sold before the delivery was keyed. Loose units are no boxes. */
  quantity: number
  /** Units out of opened boxes, and what one is called: « comprimé ». */
  loose: { units: number; word: string }
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

/** `taken`: what the list still counts although it was sold, by stock item; below zero what boxes opened since have left. `today`: the pharmacy's day. */
export function stockRow(product: PharmacyProduct, today: string, taken: ReadonlyMap<string, number>): StockRow {
  const { boxes, units } = shelfOf(product, taken)
  const onShelf = [...boxes, ...units].filter(({ quantity }) => quantity > 0)
  const dates = onShelf.flatMap(({ expiresOn }) => (expiresOn === null ? [] : [expiresOn])).sort()
  const states = dates.map((date) => expiryState(date, today))
  const soon = states.find((state) => state.kind === 'soon')
  const first = fefoProposal(boxes, { today }) ?? boxes[0]
  return {
    id: product.id,
    product,
    sortKey: fold(product.label),
    storage: product.storage ?? '',
    quantity: quantityOf(boxes),
    loose: { units: quantityOf(units), word: units[0]?.packaging ?? 'unité' },
    expiresOn: dates[0] ?? null,
    expiryMonths: dates.filter((date) => date >= today).map((date) => date.slice(0, 7)),
    hasExpired: states.some((state) => state.kind === 'expired'),
    soonDays: soon ? soon.days : null,
    price: first?.salePrice ?? null,
  }
}

type Item = PharmacyProduct['stockItems'][number]

/** Whole boxes and what is loose, as they stand now; units of a box opened here count before the list knows of them. */
function shelfOf(
  { stockItems }: PharmacyProduct,
  taken: ReadonlyMap<string, number>,
): { boxes: Item[]; units: Item[] } {
  // An earlier version of the list does not say what a box holds.
  const openable = stockItems.filter((item) => ((item as Partial<Item>).units ?? 1) > 1)
  const boxByUnits = new Map(openable.map((box) => [unitItemIdOf(box.id), box]))
  const listed = new Set(stockItems.map(({ id }) => id))
  const toCome = [...boxByUnits].flatMap(([id, box]) =>
    !listed.has(id) && taken.has(id) ? [{ ...box, id, packaging: 'unité', units: 1, quantity: 0 }] : [],
  )
  const items = [...stockItems, ...toCome]
    .filter((item) => !item.archived)
    .map((item) => (taken.has(item.id) ? { ...item, quantity: item.quantity - taken.get(item.id)! } : item))
  return { boxes: items.filter(({ id }) => !boxByUnits.has(id)), units: items.filter(({ id }) => boxByUnits.has(id)) }
}

const quantityOf = (items: readonly Item[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

export type StockState = 'negatif' | 'rupture' | 'mini'

/** How much there is, worst first; null when there is enough. What is loose is not nothing, and never a box more. */
export function stockState({ quantity, loose, product }: StockRow): StockState | null {
  if (quantity < 0 || loose.units < 0) return 'negatif'
  if (quantity === 0 && loose.units === 0) return 'rupture'
  return quantity < product.minimum ? 'mini' : null
}

/** Nothing to sell: neither a box nor a unit. */
export function isOut({ quantity, loose }: StockRow): boolean {
  return quantity <= 0 && loose.units <= 0
}
