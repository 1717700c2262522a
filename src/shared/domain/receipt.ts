import { tracesOf } from '#shared/domain/receipt-traces.ts'
import { clientOfBuyer, type Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { FiscalClient } from '#shared/domain/fiscal/fiscal-document.ts'
import {
  certifiedOf,
  isAwaited,
  type CertifiedDocument,
  type PaperFiscal,
} from '#shared/domain/fiscal/paper-document.ts'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import {
  clientOf,
  keptOf,
  paymentLabels,
  paymentsFrom,
  stampDutyIn,
  type MovementType,
  type Payment,
} from '#shared/domain/payment.ts'
import { displayName, shortName, type PersonName } from '#shared/domain/person.ts'
import { lineTotal, saleBalance, type SaleContent } from '#shared/domain/sale.ts'

/** The pharmacy's data on a receipt. */
export type ReceiptHeader = {
  name: string
  address: string
  city: string
  phone: string
  taxId: string | null
  tradeRegister?: string | null | undefined
  country: { code: string; fiscalPlatform?: FiscalPlatform }
}

export type ReceiptSale = SaleContent & {
  /** `<terminal>-<n>`. */
  identifier: string
  /** The server's number; null until the server has accepted the sale. */
  number: number | null
  /** UTC instant. */
  soldAt: string
  seller: PersonName | null
  patient: PersonName | null
  /** For whom the invoice is made. */
  buyer?: Buyer | null | undefined
  /** Set for a new version of a closed sale; its number is null when this terminal does not know it. */
  replaces?: { number: number | null } | null
  /** Set for a canceled sale. */
  cancellation?: { at: string; reason: string } | null
  /** How the ticket names each client who owes a part, by id. */
  debtors?: ReadonlyMap<string, string>
  /** Days on which lots of the sale had expired when they were sold, by stock item. */
  expired?: ReadonlyMap<string, string>
  /** Discounts of lots that expired soon, in percent, by line. */
  discounts?: ReadonlyMap<string, number>
  /** What came back since, oldest first. */
  returns?: readonly CreditNote[]
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

export type ReceiptMark =
  'PROVISOIRE' | 'DUPLICATA' | 'ANNULÉE' | 'AVOIR' | 'invoice' | 'credit-invoice' | 'awaited' | 'simulated'

/**
 * The blocks of a receipt from top to bottom. Amounts in minor units, instants in UTC; the printing code formats them.
 */
export type ReceiptBlock =
  | { kind: 'header'; pharmacy: ReceiptHeader }
  | { kind: 'mark'; mark: ReceiptMark }
  | { kind: 'cancellation'; at: string; reason: string }
  | { kind: 'sale'; number: number | null; identifier: string; soldAt: string; seller: string; patient: string | null }
  /** For whom the invoice is made, on a paper without a certified document: that one names its client. */
  | { kind: 'buyer'; client: FiscalClient; countryCode: string }
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
  /**
   * `price` is null when the amount has several unit prices, as in a return. `expiredOn`: the lot had expired when it
   * was sold. `discountPercent`: the price has the discount of a lot that expires soon. `group`: its tax group on the
   * certified document.
   */
  | {
      kind: 'line'
      label: string
      quantity: number
      price: number | null
      total: Minor
      expiredOn?: string
      discountPercent?: number
      group?: TaxGroup
    }
  /** What the buyer pays to the state with this sale, named by its rate. */
  | { kind: 'aib'; label: string; amount: Minor }
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
  | { kind: 'stamp-duty'; amount: Minor }
  | { kind: 'change'; amount: Minor }
  | { kind: 'remainder'; amount: Minor }
  /** A return made after the sale; `returned` are its lines. `kept`: the total of the sale minus all returns. */
  | { kind: 'return'; number: number; returnedAt: string }
  | { kind: 'returned'; label: string; quantity: number; amount: number }
  | { kind: 'kept'; amount: Minor }
  /** What the fiscal platform certified. */
  | { kind: 'fiscal'; document: CertifiedDocument; platform: FiscalPlatform; countryCode: string }

/** `fiscal`: the document of the fiscal platform; absent or null where there is none. */
type PrintFacts = { isReprint: boolean; fiscal?: PaperFiscal }

/**
 * The blocks of a receipt. Marked PROVISOIRE without a server number, DUPLICATA as a reprint, ANNULÉE when canceled.
 * Law: total = Σ payments − change + rounding − stamp duty + remainder. The total of a certified document is without the
 * rounding.
 */
export function receiptBlocks(
  sale: ReceiptSale,
  pharmacy: ReceiptHeader,
  print: PrintFacts & { cashStep: number },
): ReceiptBlock[] {
  const groupOf = groupsOf(print.fiscal)
  const { total, units, rounding, change, remainder } = saleBalance(sale, print.cashStep)
  return [
    { kind: 'header', pharmacy },
    ...marksOf(sale, print),
    ...(sale.cancellation ? [{ kind: 'cancellation', ...sale.cancellation } as const] : []),
    {
      kind: 'sale',
      number: sale.number,
      identifier: sale.identifier,
      soldAt: sale.soldAt,
      seller: shortName(sale.seller),
      patient: sale.patient && displayName(sale.patient),
    },
    ...buyerBlocks(sale, pharmacy, print),
    ...(sale.replaces ? [{ kind: 'replaces', number: sale.replaces.number } as const] : []),
    ...sale.records.map((record) =>
      lineBlock(record, groupOf, sale.expired?.get(record.stockItemId), sale.discounts?.get(record.id)),
    ),
    ...sale.vouchers.map((voucher) =>
      voucher.levy
        ? ({ kind: 'aib', label: voucher.label, amount: lineTotal(voucher) } as const)
        : lineBlock(voucher, groupOf),
    ),
    { kind: 'total', total, units },
    ...paymentBlocks(sale, total),
    ...amountIf('rounding', rounding),
    ...amountIf('stamp-duty', minor(stampDutyIn(sale.payments))),
    ...amountIf('change', change),
    ...amountIf('remainder', remainder),
    ...returnBlocks(sale, total),
    ...fiscalBlocks(print.fiscal, pharmacy),
  ]
}

function buyerBlocks(
  { buyer }: Pick<ReceiptSale, 'buyer'>,
  { country }: ReceiptHeader,
  { fiscal = null }: PrintFacts,
): ReceiptBlock[] {
  const client = certifiedOf(fiscal) ? null : clientOfBuyer(buyer)
  return client ? [{ kind: 'buyer', client, countryCode: country.code }] : []
}

function fiscalBlocks(fiscal: PaperFiscal = null, { country }: ReceiptHeader): ReceiptBlock[] {
  const document = certifiedOf(fiscal)
  return document
    ? [{ kind: 'fiscal', document, platform: country.fiscalPlatform ?? 'none', countryCode: country.code }]
    : []
}

/** Finds the tax group of a line in the certified document. */
function groupsOf(fiscal: PaperFiscal = null): (label: string) => { group?: TaxGroup } {
  const groups = new Map(certifiedOf(fiscal)?.lines.map(({ label, group }) => [label, group]))
  return (label) => {
    const group = groups.get(label)
    return group ? { group } : {}
  }
}

function lineBlock(
  line: { label: string; quantity: number; price: number },
  groupOf: ReturnType<typeof groupsOf>,
  expiredOn?: string,
  discountPercent?: number,
): Extract<ReceiptBlock, { kind: 'line' }> {
  const { label, quantity, price } = line
  return {
    kind: 'line',
    label,
    quantity,
    price,
    total: lineTotal(line),
    ...groupOf(label),
    ...(expiredOn && { expiredOn }),
    ...(discountPercent && { discountPercent }),
  }
}

function returnBlocks({ returns = [], ...sale }: ReceiptSale, total: Minor): ReceiptBlock[] {
  if (returns.length === 0) return []
  const labels = labelsOf(sale)
  return [
    ...returns.flatMap(({ number, returnedAt, lines }): ReceiptBlock[] => [
      { kind: 'return', number, returnedAt },
      ...lines.map(
        ({ lineId, quantity, amount }) =>
          ({ kind: 'returned', label: labels.get(lineId) ?? 'Produit', quantity, amount }) as const,
      ),
    ]),
    { kind: 'kept', amount: minor(total - sum(returns.map((note) => note.total))) },
  ]
}

function labelsOf({ records, vouchers }: Pick<ReceiptSale, 'records' | 'vouchers'>): Map<string, string> {
  return new Map([...records, ...vouchers].map((line) => [line.id, line.label]))
}

/** The blocks of a credit note. Law: total = Σ refunds + rounding. */
export function creditNoteBlocks(
  note: CreditNote,
  sale: Pick<ReceiptSale, 'identifier' | 'number' | 'records' | 'vouchers' | 'buyer'>,
  pharmacy: ReceiptHeader,
  print: PrintFacts,
): ReceiptBlock[] {
  const labels = labelsOf(sale)
  const groupOf = groupsOf(print.fiscal)
  const { number, returnedAt, byName, reason } = note
  return [
    { kind: 'header', pharmacy },
    ...fiscalMarks(print.fiscal ?? null, 'AVOIR'),
    ...(print.isReprint ? [{ kind: 'mark', mark: 'DUPLICATA' } as const] : []),
    { kind: 'credit-note', number, returnedAt, byName, reason, saleNumber: sale.number, identifier: sale.identifier },
    ...buyerBlocks(sale, pharmacy, print),
    ...note.lines.map(
      ({ lineId, quantity, amount }) =>
        ({
          kind: 'line',
          label: labels.get(lineId) ?? 'Produit',
          quantity,
          price: null,
          total: minor(amount),
          ...groupOf(labels.get(lineId) ?? ''),
        }) as const,
    ),
    { kind: 'total', total: minor(note.total), units: note.lines.reduce((units, { quantity }) => units + quantity, 0) },
    ...note.refunds
      .filter(({ amount }) => amount !== 0)
      .map(
        ({ type, amount }) => ({ kind: 'refund', label: paymentLabels[type as MovementType] ?? type, amount }) as const,
      ),
    ...amountIf('rounding', minor(note.total - note.refunds.reduce((given, { amount }) => given + amount, 0))),
    ...fiscalBlocks(print.fiscal, pharmacy),
  ]
}

function marksOf(sale: ReceiptSale, { isReprint, fiscal = null }: PrintFacts): ReceiptBlock[] {
  const marks: ReceiptMark[] = [
    ...(sale.cancellation ? ['ANNULÉE' as const] : []),
    ...(sale.number === null ? ['PROVISOIRE' as const] : []),
    ...(isReprint ? ['DUPLICATA' as const] : []),
  ]
  return [...fiscalMarks(fiscal), ...marks.map((mark) => ({ kind: 'mark', mark }) as const)]
}

/** The title of a certified document, or that it is awaited; `usual`: the title of other papers. */
function fiscalMarks(fiscal: PaperFiscal, usual?: ReceiptMark): ReceiptBlock[] {
  const document = certifiedOf(fiscal)
  const marks: (ReceiptMark | undefined)[] = [
    document ? (document.kind === 'sale' ? 'invoice' : 'credit-invoice') : usual,
    isAwaited(fiscal) ? 'awaited' : undefined,
    document?.isSimulated ? 'simulated' : undefined,
  ]
  return marks.flatMap((mark) => (mark ? [{ kind: 'mark', mark }] : []))
}

/** Payers first, then discounts, then the customer's part and its payments. */
function paymentBlocks({ payments, debtors }: ReceiptSale, total: Minor): ReceiptBlock[] {
  const covered = [...paymentsFrom('payer', payments), ...paymentsFrom('discount', payments)]
  const own = payments.filter((payment) => !covered.includes(payment))
  const share: ReceiptBlock[] =
    covered.length > 0 ? [{ kind: 'share', amount: minor(total - sum(covered.map(({ amount }) => amount))) }] : []
  const blockOf = (payment: Payment) => paymentBlock(payment, debtors?.get(clientOf(payment) ?? '') ?? null)
  return [...covered.map(blockOf), ...share, ...own.map(blockOf)]
}

function paymentBlock(payment: Payment, debtor: string | null): ReceiptBlock {
  return {
    kind: 'payment',
    label: paymentLabels[payment.type],
    ...tracesOf(payment, debtor),
    amount: handedOver(payment),
  }
}

function amountIf(kind: 'rounding' | 'stamp-duty' | 'change' | 'remainder', amount: Minor): ReceiptBlock[] {
  return amount === 0 ? [] : [{ kind, amount }]
}

function handedOver(payment: Payment): number {
  return payment.type === 'CASH' ? Math.max(payment.tendered, keptOf(payment)) : payment.amount
}
