import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { type BoxesAndUnits, isOut as isOutOf } from '#shared/domain/boxes-and-units.ts'
import { fefoProposal } from '#shared/domain/fefo.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { sum } from '#shared/domain/money.ts'
import { expiryState, isOnShelf, sellableQuantity } from '#shared/domain/stock.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

/**
 * The data that the list shows of a product, computed once: sorting 50,000 rows must not fold 50,000 labels for each
 * comparison.
 */
export type StockRow = {
  id: string
  product: PharmacyProduct
  /** The label as sort key, without case and accents. */
  sortKey: string
  storage: string
  /** Boxes in stock, expired ones included; negative when sold before the delivery was entered. Without loose units. */
  quantity: number
  /** Loose units from opened boxes, and the French word for one: « comprimé ». */
  loose: { units: number; word: string }
  /** The earliest expiry date among lots in stock; null when none has a date. */
  expiresOn: string | null
  /** For the filters: months in which lots in stock expire, and whether one has expired. */
  expiryMonths: readonly string[]
  hasExpired: boolean
  /** Days until the first expiry when within 90 days, otherwise null. */
  soonDays: number | null
  /** What may be sold: without expired lots and lots set aside. */
  sellable: BoxesAndUnits
  /** What is in stock at its sale price, in minor units; negative lots count as such, as in the valued stock. */
  saleValue: number
  /** Price of the lot that is sold first, in minor units; null when no lot can be sold. */
  price: number | null
}

/**
 * `taken`: quantities by stock item to subtract from the list's, because they were sold since; negative for units
 * gained by opening boxes. `today`: the pharmacy's calendar day.
 */
export function stockRow(product: PharmacyProduct, today: string, taken: ReadonlyMap<string, number>): StockRow {
  const { boxes, units } = shelfOf(product, taken)
  const onShelf = [...boxes, ...units].filter(isOnShelf)
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
    sellable: { boxes: sellableOf(boxes, today), units: sellableOf(units, today) },
    saleValue: sum([...boxes, ...units].map(({ quantity, salePrice }) => quantity * salePrice)),
    price: first?.salePrice ?? null,
  }
}

type Item = PharmacyProduct['stockItems'][number]

/** Boxes and loose units in stock now. Units of a box opened on this terminal count before the list contains them. */
function shelfOf(
  { stockItems }: PharmacyProduct,
  taken: ReadonlyMap<string, number>,
): { boxes: Item[]; units: Item[] } {
  // A list stored by an earlier version lacks `units`.
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

const sellableOf = (items: readonly Item[], today: string): number =>
  items.reduce((sum, item) => sum + sellableQuantity(item, today), 0)
const quantityOf = (items: readonly Item[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

export type StockState = 'negatif' | 'rupture' | 'mini'

/**
 * State by quantity, most urgent first; null when there is enough. Out and under the minimum by what may be sold. Loose
 * units count as stock, but never as a box.
 */
export function stockState({ quantity, loose, sellable, product }: StockRow): StockState | null {
  if (quantity < 0 || loose.units < 0) return 'negatif'
  if (isOutOf(sellable)) return 'rupture'
  return sellable.boxes < product.minimum ? 'mini' : null
}

/** Whether there is neither a box nor a unit to sell. */
export function isOut({ sellable }: StockRow): boolean {
  return isOutOf(sellable)
}
