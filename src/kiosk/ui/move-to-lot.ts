import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { addRecord, removeRecord, setPrice, setStockItem } from '#shared/domain/sale-lines.ts'
import { minor } from '#shared/domain/money.ts'

/** Another lot, at that lot's price. A lot that stands on another line already: the two lines become one. */
export function moveToLot(sale: LocalSale, recordId: string, lot: Pick<StockItem, 'id' | 'salePrice'>): LocalSale {
  const moved = sale.records.find(({ id }) => id === recordId)
  if (!moved || moved.stockItemId === lot.id) return sale
  const other = sale.records.find(({ stockItemId }) => stockItemId === lot.id)
  if (other) return addRecord(removeRecord(sale, recordId), { ...moved, stockItemId: lot.id })
  return setPrice(setStockItem(sale, recordId, lot.id), recordId, minor(lot.salePrice))
}
