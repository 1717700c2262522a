import { minor } from '#shared/domain/money.ts'
import type { SaleContent } from '#shared/domain/sale.ts'

/** Most that one value may be, far above what a pharmacy sells: a typing error or an attack must not spoil the sums. */
export const caps = {
  /** Of one unit, in minor units of the currency. */
  unitPrice: minor(100_000_000),
  /** Units of one line. */
  quantity: 99_999,
  /** Of a sale or of one payment, in minor units. */
  saleTotal: minor(1_000_000_000_000),
  /** Units of a lot, above or below zero. */
  stock: 1_000_000_000,
} as const

/** A field over its cap; `path` as in `records.0.price`. */
export type CapIssue = { path: string; message: string }

/** The fields of a sale that are over their caps. The totals are checked even when they are not safe integers. */
export function saleCapIssues({ records, vouchers, payments }: SaleContent): CapIssue[] {
  const over = (value: number, cap: number, path: string): CapIssue[] =>
    Math.abs(value) > cap ? [{ path, message: `at most ${cap}` }] : []
  const ofLines = (lines: readonly { price: number; quantity: number }[], name: string): CapIssue[] =>
    lines.flatMap(({ price, quantity }, index) => [
      ...over(price, caps.unitPrice, `${name}.${index}.price`),
      ...over(quantity, caps.quantity, `${name}.${index}.quantity`),
    ])
  const issues = [
    ...ofLines(records, 'records'),
    ...ofLines(vouchers, 'vouchers'),
    ...payments.flatMap((payment, index) => [
      ...over(payment.amount, caps.saleTotal, `payments.${index}.amount`),
      ...(payment.type === 'CASH' ? over(payment.tendered, caps.saleTotal, `payments.${index}.tendered`) : []),
    ]),
  ]
  const total = [...records, ...vouchers].reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return issues.length > 0 ? issues : over(total, caps.saleTotal, 'total')
}
