import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { unitWord } from '#shared/domain/unit-word.ts'
import { unitItemIdOf, unitPriceOf } from '#shared/domain/unpack.ts'

type Lots = Pick<PharmacyProduct, 'stockItems'>

/** What was stored by an earlier version does not say what a box holds: it cannot be opened. */
export function mayBeOpened(item: Pick<StockItem, 'units'>): boolean {
  return (item.units ?? 1) > 1
}

/** The box that these loose units came out of; undefined: it is a box itself. */
export function boxOfUnits(product: Lots, item: Pick<StockItem, 'id' | 'units'>): StockItem | undefined {
  if (mayBeOpened(item)) return undefined
  return product.stockItems.find((box) => mayBeOpened(box) && unitItemIdOf(box.id) === item.id)
}

/** The lots of a product as they were delivered: loose units left out. */
export function boxesOf(product: Lots): StockItem[] {
  return product.stockItems.some(mayBeOpened)
    ? product.stockItems.filter((item) => !boxOfUnits(product, item))
    : product.stockItems
}

/** The loose units of a lot: as the list has them, or as they will be once its first box is opened. */
export function unitsOfBox(
  product: Pick<PharmacyProduct, 'stockItems' | 'form'>,
  box: StockItem,
  cashStep: number,
): StockItem {
  const id = unitItemIdOf(box.id)
  const listed = product.stockItems.find((item) => item.id === id)
  return (
    listed ?? {
      ...box,
      id,
      packaging: unitWord(product.form),
      units: 1,
      quantity: 0,
      salePrice: unitPriceOf(Math.max(0, box.salePrice), box.units, cashStep),
    }
  )
}

/** Of every lot that can be opened: its loose units beside it. */
export function openableLots(
  product: Pick<PharmacyProduct, 'stockItems' | 'form'>,
  cashStep: number,
): { box: StockItem; units: StockItem }[] {
  return product.stockItems.filter(mayBeOpened).map((box) => ({ box, units: unitsOfBox(product, box, cashStep) }))
}
