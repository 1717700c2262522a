import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { replaceRecord } from '#shared/domain/replace-record.ts'

/** Another lot, at that lot's price. A lot that stands on another line already: the two lines become one. */
export function moveToLot(sale: LocalSale, recordId: string, lot: Pick<StockItem, 'id' | 'salePrice'>): LocalSale {
  const moved = sale.records.find(({ id }) => id === recordId)
  if (!moved || moved.stockItemId === lot.id) return sale
  return replaceRecord(sale, recordId, {
    stockItemId: lot.id,
    label: moved.label,
    price: lot.salePrice,
    quantity: moved.quantity,
  })
}
