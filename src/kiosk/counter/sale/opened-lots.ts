import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { unitWord } from '#shared/domain/unit-word.ts'
import { unitItemIdOf, unitPriceOf } from '#shared/domain/unpack.ts'

type Lots = Pick<PharmacyProduct, 'stockItems'>

/** Data stored by an earlier version do not contain the units of a box: such a box cannot be opened. */
export function mayBeOpened(item: Pick<StockItem, 'units'>): boolean {
  return (item.units ?? 1) > 1
}

/** The box that these loose units came from. Undefined: the item is a box itself. */
export function boxOfUnits(product: Lots, item: Pick<StockItem, 'id' | 'units'>): StockItem | undefined {
  if (mayBeOpened(item)) return undefined
  return product.stockItems.find((box) => mayBeOpened(box) && unitItemIdOf(box.id) === item.id)
}

/** The lots of a product as delivered, without loose units. */
export function boxesOf(product: Lots): StockItem[] {
  return product.stockItems.some(mayBeOpened)
    ? product.stockItems.filter((item) => !boxOfUnits(product, item))
    : product.stockItems
}

/** The loose units of a lot: from the list, or as they will be after its first box is opened. */
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
      // a discount is of the boxes
      discountPercent: null,
    }
  )
}

/** Each lot that can be opened, with its loose units. */
export function openableLots(
  product: Pick<PharmacyProduct, 'stockItems' | 'form'>,
  cashStep: number,
): { box: StockItem; units: StockItem }[] {
  return product.stockItems.filter(mayBeOpened).map((box) => ({ box, units: unitsOfBox(product, box, cashStep) }))
}
