import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import { counterPrice } from '#shared/domain/expiries/counter-price.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { replaceRecord } from '#shared/domain/replace-record.ts'

/**
 * Moves a line to another lot, at the price of that lot. If another line already uses the lot, the two lines are
 * merged.
 */
export function moveToLot(
  sale: LocalSale,
  recordId: string,
  lot: Pick<StockItem, 'id' | 'salePrice' | 'discountPercent'>,
): LocalSale {
  const moved = sale.records.find(({ id }) => id === recordId)
  if (!moved || moved.stockItemId === lot.id) return sale
  return replaceRecord(sale, recordId, {
    stockItemId: lot.id,
    label: moved.label,
    price: counterPrice(lot),
    quantity: moved.quantity,
  })
}
