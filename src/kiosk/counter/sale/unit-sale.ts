import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { replaceRecord } from '#shared/domain/replace-record.ts'
import { openBoxes } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { boxesToOpen } from '#shared/domain/unpack.ts'
import type { LeftOf } from './counter-atoms.ts'
import type { FindStockItems } from './stock-item-places.ts'
import { boxOfUnits } from './opened-lots.ts'

/** The contract's limit for the label of a line. */
const longestLabel = 200
const byUnit = ', à l’unité'
/** The highest quantity of a line of units. It limits how many small boxes one line can open. */
export const mostUnits = 999
/** The highest quantity of any other line. */
export const mostQuantity = 9_999

/**
 * The fields of a line for this lot, at its price with the discount of a lot that expires soon. The label names the unit, as the receipt must tell three tablets from three boxes.
 */
export function lineOf(product: PharmacyProduct, item: StockItem): Pick<SaleRecord, 'stockItemId' | 'label' | 'price'> {
  const label = boxOfUnits(product, item)
    ? `${product.label.slice(0, longestLabel - byUnit.length)}${byUnit}`
    : product.label.slice(0, longestLabel)
  return { stockItemId: item.id, label, price: counterPrice(item) }
}

/** Whether the label of a line says that it sells units. */
export function isUnitLabel(label: string): boolean {
  return label.endsWith(byUnit)
}

/** Switches a line from boxes to units or back. The quantity becomes 1, since three boxes are not three tablets. */
export function sellAs(sale: LocalSale, recordId: string, product: PharmacyProduct, item: StockItem): LocalSale {
  return replaceRecord(sale, recordId, { ...lineOf(product, item), quantity: 1 })
}

/**
 * Derives the boxes to open from the quantity of each line of units and the loose units that this terminal knows of.
 */
export function withOpenedBoxes(
  sale: LocalSale,
  { find, leftOf }: { find: FindStockItems; leftOf: LeftOf },
): LocalSale {
  const places = find(new Set(sale.records.map(({ stockItemId }) => stockItemId)))
  return sale.records.reduce((changed, { id, stockItemId, quantity, opens }) => {
    const place = places.get(stockItemId)
    const box = place && boxOfUnits(place.product, place.item)
    if (!box) return changed
    const boxes = boxesToOpen({ asked: quantity, unitsLeft: leftOf(place.item), unitsPerBox: box.units })
    if (boxes === (opens?.boxes ?? 0) && (boxes === 0 || opens?.stockItemId === box.id)) return changed
    return openBoxes(changed, id, boxes === 0 ? null : { stockItemId: box.id, boxes })
  }, sale)
}
