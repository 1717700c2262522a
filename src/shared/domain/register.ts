import { minor, type Minor } from '#shared/domain/money.ts'
import type { Payment, PaymentType } from '#shared/domain/payment.ts'
import { saleBalance, type SaleContent } from '#shared/domain/sale.ts'

/** Why money moved in a register, beside how (the payment type). */
export type MovementKind = 'sale' | 'rounding' | 'float' | 'disbursement' | 'cash-in' | 'deposit' | 'collection' | 'refund'

/** One line of the register's ledger, in minor units. */
export type RegisterMovement = { kind: MovementKind; type: PaymentType; amount: Minor }

/**
 * What a closed sale writes into its register: each payment as it settled the sale (never what was handed over), and the cash rounding on
 * its own line. The lines of a paid sale always add up to its total; the till itself holds only those of kind `sale`.
 */
export function movementsOfSale(sale: SaleContent, cashStep: number): RegisterMovement[] {
  const { rounding } = saleBalance(sale, cashStep)
  const payments = sale.payments.map(({ type, amount }: Payment): RegisterMovement => ({ kind: 'sale', type, amount: minor(amount) }))
  return rounding === 0 ? payments : [...payments, { kind: 'rounding', type: 'CASH', amount: rounding }]
}
