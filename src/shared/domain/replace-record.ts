import { edited, type LocalSale } from '#shared/domain/local-sale.ts'
import { addRecord, removeRecord } from '#shared/domain/sale-lines.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'

/**
 * Something else goes out for a line, in its place: an equivalent, units in place of boxes. What stands on another line already adds up there.
 * `price` in minor units, of one; throws RangeError for a quantity or price that is none.
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
  // Boxes that were to be opened were of what it was before.
  const { opens: _, ...kept } = line
  const replaced = { ...kept, ...by }
  const isElsewhere = sale.records.some(({ id, stockItemId }) => id !== recordId && stockItemId === by.stockItemId)
  if (isElsewhere) return addRecord(removeRecord(sale, recordId), replaced)
  return edited(sale, 'replace a line', {
    records: sale.records.map((each) => (each.id === recordId ? replaced : each)),
  })
}
