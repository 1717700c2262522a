import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { paymentLabels, paymentsFrom, type MovementType, type Payment } from '#shared/domain/payment.ts'
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
  /** A new version of a closed sale; its number is null where this terminal does not know it. */
  replaces?: { number: number | null } | null
  /** The sale no longer counts. */
  cancellation?: { at: string; reason: string } | null
}

/** Some lines that came back, as the credit note of the sale keeps them; amounts in minor units. */
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

/** The parts of a receipt from top to bottom; amounts in minor units, instants in UTC: whoever prints formats them. */
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
  /** `price` is null where several prices made the amount, as a return's does. */
  | { kind: 'line'; label: string; quantity: number; price: number | null; total: Minor }
  | { kind: 'total'; total: Minor; units: number }
  /** Of a cash payment `amount` is what was handed over, as the customer saw it. `percent` is what a payer covers, or what a discount was typed as. */
  | {
      kind: 'payment'
      label: string
      detail: string | null
      percent: number | null
      voucher: string | null
      amount: number
    }
  /** What the payers and the discount leave to the customer; it repeats, it adds nothing. */
  | { kind: 'share'; amount: Minor }
  | { kind: 'refund'; label: string; amount: number }
  | { kind: 'rounding'; amount: Minor }
  | { kind: 'change'; amount: Minor }
  | { kind: 'remainder'; amount: Minor }

/**
 * A receipt, ready to be laid out on a roll or on a screen. Before the server gave a number it says PROVISOIRE, printed again DUPLICATA, of a
 * canceled sale ANNULÉE. The blocks add up: total = Σ payments − change + rounding + remainder.
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

/** The credit note of some lines that came back. Always: total = Σ refunds + rounding, and the lines' amounts as the note says them. */
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

/** Payers first, then the discount, then what is left to the customer and how he paid it. */
function paymentBlocks(payments: readonly Payment[], total: Minor): ReceiptBlock[] {
  const covered = [...paymentsFrom('payer', payments), ...paymentsFrom('discount', payments)]
  const own = payments.filter((payment) => !covered.includes(payment))
  const share: ReceiptBlock[] =
    covered.length > 0 ? [{ kind: 'share', amount: minor(total - sum(covered.map(({ amount }) => amount))) }] : []
  return [...covered.map(paymentBlock), ...share, ...own.map(paymentBlock)]
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

/** What makes a payment traceable for the customer. */
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
