import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { replaceRecord } from '#shared/domain/replace-record.ts'
import { openBoxes } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { boxesToOpen } from '#shared/domain/unpack.ts'
import type { LeftOf } from './counter-atoms.ts'
import type { FindStockItems } from './stock-item-places.ts'
import { boxOfUnits } from './opened-lots.ts'

/** As long as a line's label may be. */
const longestLabel = 200
const byUnit = ', à l’unité'
/** What one line of units may ask: boxes of two are opened in hundreds then, and no further. */
export const mostUnits = 999

/** What a line of this lot says: the receipt must tell three tablets from three boxes. */
export function lineOf(product: PharmacyProduct, item: StockItem): Pick<SaleRecord, 'stockItemId' | 'label' | 'price'> {
  const label = boxOfUnits(product, item)
    ? `${product.label.slice(0, longestLabel - byUnit.length)}${byUnit}`
    : product.label.slice(0, longestLabel)
  return { stockItemId: item.id, label, price: item.salePrice }
}

/** Whether a line says that it sells units. */
export function isUnitLabel(label: string): boolean {
  return label.endsWith(byUnit)
}

/** From boxes to units or back: one of them, since three boxes are not three tablets. */
export function sellAs(sale: LocalSale, recordId: string, product: PharmacyProduct, item: StockItem): LocalSale {
  return replaceRecord(sale, recordId, { ...lineOf(product, item), quantity: 1 })
}

/** Boxes to open follow the quantity of every line by unit, as this terminal knows what is loose already. */
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
