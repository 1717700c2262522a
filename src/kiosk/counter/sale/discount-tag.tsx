import type { StockItem } from '#shared/contract/pharmacy-products.ts'
import { formatSignedPercent } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'

/** « −20 % péremption proche »: the discount of a lot that expires soon; nothing without one. */
export function DiscountTag({ item: { discountPercent } }: { item: Pick<StockItem, 'discountPercent'> }) {
  if (!discountPercent) return null
  return <StatusTag tone="success">{`${formatSignedPercent(-discountPercent)} péremption proche`}</StatusTag>
}
