import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import type { StockRow } from '#backoffice/ui/stock-row.ts'

/** « 12 », or « 12 boîtes + 8 comprimés » with loose units: boxes and units are never added together. */
export function stockText({ quantity, loose: { units, word } }: Pick<StockRow, 'quantity' | 'loose'>): string {
  if (units === 0) return formatAmount(quantity, { decimals: 0 })
  return `${plural(quantity, 'boîte')}${units < 0 ? ', ' : ' + '}${plural(units, word)}`
}
