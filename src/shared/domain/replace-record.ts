import { edited, type LocalSale } from '#shared/domain/local-sale.ts'
import { addRecord, removeRecord } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/**
 * Replaces the item of a line: by an equivalent, or boxes by units. If another line already has the new item, the
 * quantities are added there. `price` per unit, in minor units. Throws RangeError for an invalid quantity or price.
 */
export function replaceRecord(
  sale: LocalSale,
  recordId: string,
  by: Pick<SaleRecord, 'stockItemId' | 'label' | 'price' | 'quantity'>,
): LocalSale {
  if (!Number.isSafeInteger(by.quantity) || by.quantity < 1 || !Number.isSafeInteger(by.price) || by.price < 0)
    throw new RangeError(`not a line: ${by.quantity} at ${by.price}`)
  const line = sale.records.find(({ id }) => id === recordId)
  if (!line) return sale
  // Boxes to open and serial numbers belonged to the former item.
  const { opens: _, serials: __, ...kept } = line
  const replaced = { ...kept, ...by }
  const isElsewhere = sale.records.some(({ id, stockItemId }) => id !== recordId && stockItemId === by.stockItemId)
  if (isElsewhere) return addRecord(removeRecord(sale, recordId), replaced)
  return edited(sale, 'replace a line', {
    records: sale.records.map((each) => (each.id === recordId ? replaced : each)),
  })
}
