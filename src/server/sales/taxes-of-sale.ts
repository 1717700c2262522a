import type { NewSale } from '#shared/contract/sales.ts'
import { taxedLines, type LineTax, type TaxedLine } from '#shared/domain/fiscal/document-of-sale.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import type { Shop } from '#server/sales/shop.ts'

type TaxFacts = Pick<Shop, 'country' | 'today' | 'stockItems' | 'voucherTaxGroup'>
type Sold = Pick<NewSale, 'records' | 'vouchers' | 'payments'>

/** The taxes of the lines as they are on the day of the sale; a line of an unknown group or rate has none. */
export function taxesOf(sale: Sold, facts: TaxFacts): TaxedLine[] {
  return taxedLines(sale, taxOf(sale, facts), 'nearest')
}

/** The tax of a line on the day of the sale; null: nobody knows its group or its rate. */
export function taxOf(
  sale: Sold,
  { country, today, stockItems, voucherTaxGroup }: TaxFacts,
): (lineId: string) => LineTax | null {
  const itemOf = new Map(sale.records.map(({ id, stockItemId }) => [id, stockItemId]))
  const groupOf = (lineId: string) => {
    const itemId = itemOf.get(lineId)
    return itemId === undefined ? voucherTaxGroup : (stockItems.find(({ id }) => id === itemId)?.taxGroup ?? null)
  }
  return (lineId) => {
    const group = groupOf(lineId)
    const rate = group && taxRateOf(country, group, today)
    return group === null || rate === null ? null : { group, rate }
  }
}
