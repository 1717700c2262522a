import type { LeftOf } from '#kiosk/counter/sale/counter-atoms.ts'
import { boxesOf, openableLots } from '#kiosk/counter/sale/opened-lots.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { isExpired } from '#shared/domain/stock.ts'

export type ShelfLot = StockItem & { left: number }

/**
 * The lots of a product: whole packagings first, then loose units. An archived lot is listed while something of it is
 * left.
 */
export function lotsByPackaging(
  product: PharmacyProduct,
  leftOf: LeftOf,
  cashStep: number,
): { packaging: string; lots: ShelfLot[] }[] {
  const withLeft = (item: StockItem): ShelfLot => ({ ...item, left: leftOf(item) })
  const boxes = boxesOf(product).map(withLeft)
  const loose = openableLots(product, cashStep)
    .map(({ units }) => withLeft(units))
    .filter(({ left }) => left !== 0)
  const shown = [...boxes, ...loose]
    .filter(({ archived, left }) => !archived || left !== 0)
    .toSorted((a, b) => ((a.expiresOn ?? '9') < (b.expiresOn ?? '9') ? -1 : 1))
  const largestFirst = [...new Map(shown.map((lot) => [nameOf(lot), unitsIn(lot)]))].toSorted(([, a], [, b]) => b - a)
  return largestFirst.map(([packaging]) => ({ packaging, lots: shown.filter((lot) => nameOf(lot) === packaging) }))
}

/** How much of these lots may be sold today. */
export function sellableOf(lots: readonly ShelfLot[], today: string): number {
  return lots.reduce(
    (sum, { archived, expiresOn, left, ...lot }) =>
      archived || isBlockedLot(lot) || (expiresOn !== null && isExpired(expiresOn, today)) ? sum : sum + left,
    0,
  )
}

/** « Boîte de 30 », « Comprimé ». */
function nameOf(item: StockItem): string {
  const name = item.packaging.charAt(0).toLocaleUpperCase('fr') + item.packaging.slice(1)
  return unitsIn(item) > 1 ? `${name} de ${unitsIn(item)}` : name
}

function unitsIn({ units }: StockItem): number {
  return units ?? 1
}
