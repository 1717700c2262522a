import { roundHalfUp, roundToStep, type Minor } from '#shared/domain/money.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import { stableId } from '#server/base/stable-id.ts'

export type PlannedLot = {
  id: string
  movementId: string
  lot: string
  expiresOn: string
  quantity: number
  purchasePrice: Minor
  salePrice: Minor
}
export type PlannedStock = { minimum: number; maximum: number; lots: PlannedLot[] }

/** Fixed by treaty: 1 euro is 655.957 F CFA. */
const XOF_PER_EURO = 655.957
const CASH_STEP = 5
/** Community pharmacies rarely stock boxes above this price. */
const COMMON_PRICE_CENTS = 5000

/** The id of a stocked product: the next import recognises it. */
export function stockedId(pharmacyId: string, productId: string): string {
  return stableId('bdpm', 'stock', pharmacyId, productId)
}

/**
 * Sorts products by the priority with which a community pharmacy stocks them: on the market, with a price, reimbursed,
 * not restricted to hospitals. The order is deterministic.
 */
export function rankForStock(products: readonly ImportedProduct[]): ImportedProduct[] {
  const ranked = products.map((product) => ({ product, tier: tierOf(product) }))
  // the id is a hash: the order within a tier is fixed and not alphabetical
  ranked.sort((a, b) => a.tier - b.tier || (a.product.id < b.product.id ? -1 : 1))
  return ranked.map(({ product }) => product)
}

function tierOf(product: ImportedProduct): number {
  if (!product.isMarketed || product.isForHospitals) return 3
  if (product.price === null) return 2
  const isCommon =
    product.price <= COMMON_PRICE_CENTS &&
    product.prescriptionList !== 'narcotic' &&
    product.national.reimbursementRate !== undefined
  return isCommon ? 0 : 1
}

/**
 * One or two lots with plausible age, quantity and price. Derived from the product's id, so that every run gives the
 * same lots.
 */
export function planStock(product: ImportedProduct, pharmacyId: string, today: Date): PlannedStock {
  const draw = drawFrom(stockedId(pharmacyId, product.id))
  const salePrice = priceInXof(product.price ?? 200 + draw(200) * 10)
  // the regulated margin of the region is close to a quarter of the public price
  const purchasePrice = roundHalfUp(salePrice * 0.75)
  const lotCount = 1 + draw(2)
  const lots = Array.from({ length: lotCount }, (_, index): PlannedLot => ({
    id: stableId('bdpm', 'lot', pharmacyId, product.id, String(index)),
    movementId: stableId('bdpm', 'movement', pharmacyId, product.id, String(index)),
    lot: `${String.fromCharCode(65 + draw(26))}${String(draw(100_000)).padStart(5, '0')}`,
    expiresOn: endOfMonth(today, 3 + index * 12 + draw(18)),
    quantity: 2 + draw(30),
    purchasePrice,
    salePrice,
  }))
  const minimum = 2 + draw(6)
  return { minimum, maximum: minimum * 4, lots }
}

function priceInXof(cents: number): Minor {
  return roundToStep(roundHalfUp((cents * XOF_PER_EURO) / 100), CASH_STEP)
}

/** The last day of the month, `months` after today's, as boxes print it. */
function endOfMonth(today: Date, months: number): string {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + 1, 0)).toISOString().slice(0, 10)
}

/** Returns a generator of numbers below `limit`, each from the next digits of a hash. */
function drawFrom(id: string): (limit: number) => number {
  let hash = id
  return (limit) => {
    hash = stableId(hash, 'draw')
    return Number.parseInt(hash.slice(0, 8), 16) % limit
  }
}
