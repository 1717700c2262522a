import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'

/** « 4 », « 8 unités », « 4 boîtes + 8 unités »: what a sister pharmacy has. */
export function sisterQuantity({ boxes, units }: { boxes: number; units: number }): string {
  if (units === 0) return formatAmount(boxes, { decimals: 0 })
  const loose = plural(units, 'unité')
  return boxes === 0 ? loose : `${plural(boxes, 'boîte')} + ${loose}`
}
