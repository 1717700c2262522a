import type { Minor } from '#shared/domain/money.ts'
import { paymentLabels, type Payment } from '#shared/domain/payment.ts'
import { displayName, shortName, type PersonName } from '#shared/domain/person.ts'
import { lineTotal, saleBalance, type SaleContent } from '#shared/domain/sale.ts'

/** What is printed of the pharmacy. */
export type ReceiptHeader = { name: string; address: string; city: string; phone: string; taxId: string | null }

export type ReceiptSale = SaleContent & {
  /** `<terminal>-<n>`. */
  identifier: string
  /** The server's number; null while the server has not accepted the sale. */
  number: number | null
  /** Instant in UTC. */
  soldAt: string
  seller: PersonName | null
  patient: PersonName | null
}

/** The parts of a receipt from top to bottom; amounts in minor units, instants in UTC: whoever prints formats them. */
export type ReceiptBlock =
  | { kind: 'header'; pharmacy: ReceiptHeader }
  | { kind: 'mark'; mark: 'PROVISOIRE' | 'DUPLICATA' }
  | { kind: 'sale'; number: number | null; identifier: string; soldAt: string; seller: string; patient: string | null }
  | { kind: 'line'; label: string; quantity: number; price: number; total: Minor }
  | { kind: 'total'; total: Minor; units: number }
  /** Of a cash payment `amount` is what was handed over, as the customer saw it. */
  | { kind: 'payment'; label: string; detail: string | null; amount: number }
  | { kind: 'rounding'; amount: Minor }
  | { kind: 'change'; amount: Minor }
  | { kind: 'remainder'; amount: Minor }

/**
 * A receipt, ready to be laid out on 80 mm or on a screen. Before the server gave a number it says PROVISOIRE, printed again it says
 * DUPLICATA. The blocks add up: total = Σ payments − change + rounding + remainder.
 */
export function receiptBlocks(sale: ReceiptSale, pharmacy: ReceiptHeader, print: { cashStep: number; isReprint: boolean }): ReceiptBlock[] {
  const { total, units, rounding, change, remainder } = saleBalance(sale, print.cashStep)
  return [
    { kind: 'header', pharmacy },
    ...(sale.number === null ? [{ kind: 'mark', mark: 'PROVISOIRE' } as const] : []),
    ...(print.isReprint ? [{ kind: 'mark', mark: 'DUPLICATA' } as const] : []),
    { kind: 'sale', number: sale.number, identifier: sale.identifier, soldAt: sale.soldAt, seller: shortName(sale.seller), patient: sale.patient && displayName(sale.patient) },
    ...[...sale.records, ...sale.vouchers].map((line) => ({ kind: 'line', label: line.label, quantity: line.quantity, price: line.price, total: lineTotal(line) }) as const),
    { kind: 'total', total, units },
    ...sale.payments.map((payment) => ({ kind: 'payment', label: paymentLabels[payment.type], detail: detailOf(payment), amount: handedOver(payment) }) as const),
    ...amountIf('rounding', rounding),
    ...amountIf('change', change),
    ...amountIf('remainder', remainder),
  ]
}

function amountIf(kind: 'rounding' | 'change' | 'remainder', amount: Minor): ReceiptBlock[] {
  return amount === 0 ? [] : [{ kind, amount }]
}

function handedOver(payment: Payment): number {
  return payment.type === 'CASH' ? Math.max(payment.tendered, payment.amount) : payment.amount
}

/** What makes a payment traceable for the customer. */
function detailOf(payment: Payment): string | null {
  switch (payment.type) {
    case 'CHEQUE':
      return joined(payment.bank, payment.chequeNumber)
    case 'MOBILE_MONEY':
      return joined(payment.phoneOperator, payment.transactionReference)
    case 'INSURANCE':
      return joined(payment.insuranceMetadata.insurer, payment.insuranceMetadata.voucher)
    case 'SOCIAL_SECURITY':
      return joined(payment.socialSecurityMetadata.body, payment.socialSecurityMetadata.identifier)
    case 'CASH':
    case 'CREDIT_CARD':
    case 'CREDIT':
    case 'CREDIT_ORG':
    case 'DISCOUNT':
      return null
  }
}

function joined(...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(' ') || null
}
