import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { paymentLabels, policyOfPayment, type MovementType, type Payment } from '#shared/domain/payment.ts'
import { displayName, shortName, type PersonName } from '#shared/domain/person.ts'
import { lineTotal, saleBalance, type SaleContent } from '#shared/domain/sale.ts'

/** The pharmacy's data on a receipt. */
export type ReceiptHeader = { name: string; address: string; city: string; phone: string; taxId: string | null }

export type ReceiptSale = SaleContent & {
  /** `<terminal>-<n>`. */
  identifier: string
  /** The server's number; null until the server has accepted the sale. */
  number: number | null
  /** UTC instant. */
  soldAt: string
  seller: PersonName | null
  patient: PersonName | null
  /** Set for a new version of a closed sale; its number is null when this terminal does not know it. */
  replaces?: { number: number | null } | null
  /** Set for a canceled sale. */
  cancellation?: { at: string; reason: string } | null
}

/** A return of some lines, as the credit note stores it; amounts in minor units. */
export type CreditNote = {
  number: number
  returnedAt: string
  byName: string
  reason: string
  total: number
  lines: readonly { lineId: string; quantity: number; amount: number }[]
  refunds: readonly { type: string; amount: number }[]
}

export type ReceiptMark = 'PROVISOIRE' | 'DUPLICATA' | 'ANNULÉE' | 'AVOIR'

/**
 * The blocks of a receipt from top to bottom. Amounts in minor units, instants in UTC; the printing code formats them.
 */
export type ReceiptBlock =
  | { kind: 'header'; pharmacy: ReceiptHeader }
  | { kind: 'mark'; mark: ReceiptMark }
  | { kind: 'cancellation'; at: string; reason: string }
  | { kind: 'sale'; number: number | null; identifier: string; soldAt: string; seller: string; patient: string | null }
  | { kind: 'replaces'; number: number | null }
  | {
      kind: 'credit-note'
      number: number
      returnedAt: string
      byName: string
      reason: string
      saleNumber: number | null
      identifier: string
    }
  /** `price` is null when the amount has several unit prices, as in a return. */
  | { kind: 'line'; label: string; quantity: number; price: number | null; total: Minor }
  | { kind: 'total'; total: Minor; units: number }
  /**
   * `amount` of a cash payment is the amount handed over. `percent`: a payer's coverage, or the percentage of a
   * discount.
   */
  | {
      kind: 'payment'
      label: string
      detail: string | null
      percent: number | null
      voucher: string | null
      amount: number
    }
  /** The customer's part after payers and discount; informative, not part of the sum. */
  | { kind: 'share'; amount: Minor }
  | { kind: 'refund'; label: string; amount: number }
  | { kind: 'rounding'; amount: Minor }
  | { kind: 'change'; amount: Minor }
  | { kind: 'remainder'; amount: Minor }

/**
 * The blocks of a receipt. Marked PROVISOIRE without a server number, DUPLICATA as a reprint, ANNULÉE when canceled.
 * Law: total = Σ payments − change + rounding + remainder.
 */
export function receiptBlocks(
  sale: ReceiptSale,
  pharmacy: ReceiptHeader,
  print: { cashStep: number; isReprint: boolean },
): ReceiptBlock[] {
  const { total, units, rounding, change, remainder } = saleBalance(sale, print.cashStep)
  return [
    { kind: 'header', pharmacy },
    ...marksOf(sale, print.isReprint),
    ...(sale.cancellation ? [{ kind: 'cancellation', ...sale.cancellation } as const] : []),
    {
      kind: 'sale',
      number: sale.number,
      identifier: sale.identifier,
      soldAt: sale.soldAt,
      seller: shortName(sale.seller),
      patient: sale.patient && displayName(sale.patient),
    },
    ...(sale.replaces ? [{ kind: 'replaces', number: sale.replaces.number } as const] : []),
    ...[...sale.records, ...sale.vouchers].map(
      (line) =>
        ({
          kind: 'line',
          label: line.label,
          quantity: line.quantity,
          price: line.price,
          total: lineTotal(line),
        }) as const,
    ),
    { kind: 'total', total, units },
    ...paymentBlocks(sale.payments, total),
    ...amountIf('rounding', rounding),
    ...amountIf('change', change),
    ...amountIf('remainder', remainder),
  ]
}

/** The blocks of a credit note. Law: total = Σ refunds + rounding. */
export function creditNoteBlocks(
  note: CreditNote,
  sale: Pick<ReceiptSale, 'identifier' | 'number' | 'records' | 'vouchers'>,
  pharmacy: ReceiptHeader,
  print: { isReprint: boolean },
): ReceiptBlock[] {
  const labels = new Map([...sale.records, ...sale.vouchers].map((line) => [line.id, line.label]))
  const { number, returnedAt, byName, reason } = note
  return [
    { kind: 'header', pharmacy },
    { kind: 'mark', mark: 'AVOIR' },
    ...(print.isReprint ? [{ kind: 'mark', mark: 'DUPLICATA' } as const] : []),
    { kind: 'credit-note', number, returnedAt, byName, reason, saleNumber: sale.number, identifier: sale.identifier },
    ...note.lines.map(
      ({ lineId, quantity, amount }) =>
        ({
          kind: 'line',
          label: labels.get(lineId) ?? 'Produit',
          quantity,
          price: null,
          total: minor(amount),
        }) as const,
    ),
    { kind: 'total', total: minor(note.total), units: note.lines.reduce((units, { quantity }) => units + quantity, 0) },
    ...note.refunds
      .filter(({ amount }) => amount !== 0)
      .map(
        ({ type, amount }) => ({ kind: 'refund', label: paymentLabels[type as MovementType] ?? type, amount }) as const,
      ),
    ...amountIf('rounding', minor(note.total - note.refunds.reduce((given, { amount }) => given + amount, 0))),
  ]
}

function marksOf(sale: ReceiptSale, isReprint: boolean): ReceiptBlock[] {
  const marks: ReceiptMark[] = [
    ...(sale.cancellation ? ['ANNULÉE' as const] : []),
    ...(sale.number === null ? ['PROVISOIRE' as const] : []),
    ...(isReprint ? ['DUPLICATA' as const] : []),
  ]
  return marks.map((mark) => ({ kind: 'mark', mark }))
}

/** Payers first, then discounts, then the customer's part and its payments. */
function paymentBlocks(payments: readonly Payment[], total: Minor): ReceiptBlock[] {
  const covered = [...payments.filter(isPayers), ...payments.filter(({ type }) => type === 'DISCOUNT')]
  const own = payments.filter((payment) => !covered.includes(payment))
  const share: ReceiptBlock[] =
    covered.length > 0 ? [{ kind: 'share', amount: minor(total - sum(covered.map(({ amount }) => amount))) }] : []
  return [...covered.map(paymentBlock), ...share, ...own.map(paymentBlock)]
}

/** Whether a third party pays by a policy, as opposed to the customer himself. */
export function isPayers(payment: Payment): boolean {
  return payment.type === 'INSURANCE' || payment.type === 'SOCIAL_SECURITY' || policyOfPayment(payment) !== null
}

function paymentBlock(payment: Payment): ReceiptBlock {
  return { kind: 'payment', label: paymentLabels[payment.type], ...tracesOf(payment), amount: handedOver(payment) }
}

function amountIf(kind: 'rounding' | 'change' | 'remainder', amount: Minor): ReceiptBlock[] {
  return amount === 0 ? [] : [{ kind, amount }]
}

function handedOver(payment: Payment): number {
  return payment.type === 'CASH' ? Math.max(payment.tendered, payment.amount) : payment.amount
}

type Traces = { detail: string | null; percent: number | null; voucher: string | null }
const traces = (
  detail: string | null = null,
  percent: number | null = null,
  voucher: string | null = null,
): Traces => ({ detail, percent, voucher: voucher?.trim() || null })

/** Details by which the customer can identify a payment. */
function tracesOf(payment: Payment): Traces {
  switch (payment.type) {
    case 'CHEQUE':
      return traces(joined(payment.bank, payment.chequeNumber))
    case 'MOBILE_MONEY':
      return traces(joined(payment.phoneOperator, payment.transactionReference))
    case 'INSURANCE': {
      const { insurer, coverage, voucher } = payment.insuranceMetadata
      return traces(joined(insurer), coverage, voucher)
    }
    case 'SOCIAL_SECURITY':
      return traces(joined(payment.socialSecurityMetadata.body, payment.socialSecurityMetadata.identifier))
    case 'DISCOUNT':
      return traces(null, payment.percent ?? null)
    case 'CASH':
    case 'CREDIT_CARD':
    case 'CREDIT':
    case 'CREDIT_ORG':
      return traces()
  }
}

function joined(...parts: (string | null)[]): string | null {
  return (
    parts
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ') || null
  )
}
