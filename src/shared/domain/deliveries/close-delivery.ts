import { plainLot } from '#shared/domain/fefo.ts'
import { costOfBox } from '#shared/domain/deliveries/delivery-sums.ts'
import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import { priceAfter } from '#shared/domain/deliveries/line-alerts.ts'

export type ClosedLine = DeliveryLineFields & { id: string; label: string; notePrice: number | null }
/** A lot on the shelf that boxes of the delivery may join. */
export type ShelfLot = {
  id: string
  productId: string
  packagingId: string
  lot: string | null
  expiresOn: string | null
  purchasePrice: number
  supplierId: string | null
}
/** A product of the lines. `price`: its current sale price in a packaging; null when it has none. */
export type DeliveredProduct = {
  id: string
  isArchived: boolean
  priceOf: (packagingId: string) => number | null
  /** The price that its policy gives for a cost; null when prices are typed. */
  policyPrice: (cost: number) => number | null
}

/** Why a line keeps a delivery open. */
export type ClosingFault =
  'unknownProduct' | 'archivedProduct' | 'noPackaging' | 'expired' | 'noSalePrice' | 'belowCost' | 'otherPrice'
export type ClosingIssue = { lineId: string; label: string; fault: ClosingFault }

/** Boxes that enter a lot of the shelf (`stockItemId`), or a lot of their own. Prices in minor units. */
export type StockEntry = {
  lineIds: string[]
  stockItemId: string | null
  productId: string
  packagingId: string
  lot: string | null
  expiresOn: string | null
  quantity: number
  cost: number
  salePrice: number
}
export type ClosingPlan = {
  issues: ClosingIssue[]
  entries: StockEntry[]
  /** Sale prices that change, once for each packaging of a product. */
  prices: { productId: string; packagingId: string; salePrice: number }[]
}

/**
 * What closing a delivery does. Boxes join a lot on the shelf with the same number, expiry, cost and supplier; any other
 * box gets a lot of its own, so that what each delivery cost can be told. Lines without boxes enter nothing. With
 * issues, nothing may be booked. The boxes of all entries are those of the lines.
 */
export function planClosing(
  all: readonly ClosedLine[],
  {
    lots,
    products,
    supplierId,
    today,
    acceptsBelowCost,
  }: {
    lots: readonly ShelfLot[]
    products: ReadonlyMap<string, DeliveredProduct>
    supplierId: string
    today: string
    acceptsBelowCost: boolean
  },
): ClosingPlan {
  const lines = all.filter((line) => !line.isRemoved && line.received + line.free > 0)
  const prices = new Map<string, { productId: string; packagingId: string; salePrice: number }>()
  const issues: ClosingIssue[] = []
  const entries = new Map<string, StockEntry>()
  const shelf = firstByKey(lots.filter((lot) => lot.supplierId === supplierId))
  for (const line of lines) {
    const refuse = (fault: ClosingFault): void => void issues.push({ lineId: line.id, label: line.label, fault })
    const { productId, packagingId } = line
    const product = productId === null ? undefined : products.get(productId)
    if (!product || productId === null) {
      refuse('unknownProduct')
      continue
    }
    if (product.isArchived) refuse('archivedProduct')
    if (line.expiresOn !== null && line.expiresOn < today) refuse('expired')
    if (packagingId === null) {
      refuse('noPackaging')
      continue
    }
    const cost = costOfBox(line)
    const key = `${productId} ${packagingId}`
    const decided = prices.get(key)
    if (line.salePrice !== null) {
      if (decided && decided.salePrice !== line.salePrice) refuse('otherPrice')
      prices.set(key, { productId, packagingId, salePrice: line.salePrice })
    }
    const salePrice = priceAfter(
      { salePrice: line.salePrice ?? decided?.salePrice ?? null, notePrice: line.notePrice },
      { price: product.priceOf(packagingId), policyPrice: product.policyPrice(cost) },
    )
    if (salePrice === null) {
      refuse('noSalePrice')
      continue
    }
    if (salePrice < cost && !acceptsBelowCost) refuse('belowCost')
    enter(entries, shelf, {
      lineIds: [line.id],
      stockItemId: null,
      productId,
      packagingId,
      lot: line.lot,
      expiresOn: line.expiresOn,
      quantity: line.received + line.free,
      cost,
      salePrice,
    })
  }
  // A price that a later line decides also counts for the boxes of an earlier one.
  const priced = [...entries.values()].map((entry) => ({
    ...entry,
    salePrice: prices.get(`${entry.productId} ${entry.packagingId}`)?.salePrice ?? entry.salePrice,
  }))
  const changed = [...prices.values()].filter(
    ({ productId, packagingId, salePrice }) => products.get(productId)?.priceOf(packagingId) !== salePrice,
  )
  return { issues, entries: priced, prices: changed }
}

// A note may have thousands of lines: lots are found by key, never by search.
function enter(entries: Map<string, StockEntry>, shelf: ReadonlyMap<string, ShelfLot>, entry: StockEntry): void {
  const key = keyOf(entry, entry.cost)
  const twin = entries.get(key)
  if (twin) {
    twin.lineIds.push(...entry.lineIds)
    twin.quantity += entry.quantity
  } else entries.set(key, { ...entry, stockItemId: shelf.get(key)?.id ?? null })
}

function firstByKey(lots: readonly ShelfLot[]): Map<string, ShelfLot> {
  const byKey = new Map<string, ShelfLot>()
  for (const lot of lots) {
    const key = keyOf(lot, lot.purchasePrice)
    if (!byKey.has(key)) byKey.set(key, lot)
  }
  return byKey
}

function keyOf(
  { productId, packagingId, lot, expiresOn }: Pick<ShelfLot, 'productId' | 'packagingId' | 'lot' | 'expiresOn'>,
  cost: number,
): string {
  return JSON.stringify([productId, packagingId, expiresOn, cost, lot === null ? null : plainLot(lot)])
}
