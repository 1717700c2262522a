import type { NewSale } from '#shared/contract/sales.ts'
import { taxedLines, type TaxedLine } from '#shared/domain/fiscal/document-of-sale.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import type { Shop } from '#server/sales/shop.ts'

/** The taxes of the lines as they are on the day of the sale; a line of an unknown group or rate has none. */
export function taxesOf(
  sale: Pick<NewSale, 'records' | 'vouchers' | 'payments'>,
  { country, today, stockItems, voucherTaxGroup }: Pick<Shop, 'country' | 'today' | 'stockItems' | 'voucherTaxGroup'>,
): TaxedLine[] {
  const itemOf = new Map(sale.records.map(({ id, stockItemId }) => [id, stockItemId]))
  const groupOf = (lineId: string) => {
    const itemId = itemOf.get(lineId)
    return itemId === undefined ? voucherTaxGroup : (stockItems.find(({ id }) => id === itemId)?.taxGroup ?? null)
  }
  return taxedLines(
    sale,
    (lineId) => {
      const group = groupOf(lineId)
      const rate = group && taxRateOf(country, group, today)
      return group === null || rate === null ? null : { group, rate }
    },
    'nearest',
  )
}
