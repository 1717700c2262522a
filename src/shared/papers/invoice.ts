import { clientOfBuyer, type Buyer } from '#shared/domain/fiscal/buyer.ts'
import type { FiscalClient } from '#shared/domain/fiscal/fiscal-document.ts'
import {
  certifiedOf,
  isAwaited,
  type CertifiedDocument,
  type PaperFiscal,
} from '#shared/domain/fiscal/paper-document.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { sum } from '#shared/domain/money.ts'
import { discountTotal } from '#shared/domain/discount.ts'
import { paymentLabels, paymentsFrom, stampDutyIn, type MovementType } from '#shared/domain/payment.ts'
import type { CreditNote } from '#shared/domain/receipt.ts'
import { goodsOf, leviedIn, lineTotal, saleBalance, type SaleContent } from '#shared/domain/sale.ts'
import { awaitedWords, fiscalTitles, meansWords, simulatedWords } from '#shared/papers/fiscal-words.ts'

type InvoiceLine = {
  label: string
  quantity: number
  /** Null: the amount has several prices, as in a return. */
  price: number | null
  total: number
  group: TaxGroup | null
  /** The price before the discount. */
  originalPrice: number | null
}

/** An invoice, a credit note, a pro forma invoice or a quotation, as an A4 sheet shows it. Amounts in minor units. */
export type Invoice = {
  title: string
  /** « n° 811 (K7QF-12) » */
  number: string
  at: string
  operator: string
  client: FiscalClient | null
  /** What the sheet says in large letters: « Annulée », « En attente de normalisation ». */
  marks: string[]
  /** Why, and of which sale. */
  remarks: string[]
  lines: InvoiceLine[]
  discount: number
  /** « AIB 1 % », in the total. */
  aib: { label: string; amount: number }
  /** What the sheet is about: the certified total where there is one. It is without the rounding of cash. */
  total: number
  rounding: number
  /** What was paid above the total, for the state. */
  stampDuty: number
  payments: { label: string; amount: number }[]
  document: CertifiedDocument | null
  isCredit: boolean
  /** A pro forma invoice and a quotation are no invoices, and say so. */
  isOffer: boolean
}

type InvoicedSale = SaleContent & {
  identifier: string
  number: number | null
  soldAt: string
  sellerName: string
  patientName: string | null
  buyer?: Buyer | null | undefined
  cancellation?: { at: string; reason: string } | null
}
type Copy = { fiscal: PaperFiscal; isReprint: boolean }

/** The invoice of a sale, or the credit note that undoes a canceled one. `isReprint`: a paper with the code was printed. */
export function saleInvoice(sale: InvoicedSale, { cashStep, ...copy }: Copy & { cashStep: number }): Invoice {
  const document = certifiedOf(copy.fiscal)
  const isCredit = copy.fiscal !== null && copy.fiscal !== 'awaited' && copy.fiscal.kind === 'credit'
  return {
    ...(document ? certifiedParts(document, sale) : soldParts(sale)),
    title: document ? fiscalTitles[document.kind] : isCredit ? 'Avoir' : 'Facture',
    number: isCredit ? `Annulation de la vente ${numberOf(sale)}` : numberOf(sale),
    at: isCredit && sale.cancellation ? sale.cancellation.at : sale.soldAt,
    marks: [...(sale.cancellation && !isCredit ? ['Annulée'] : []), ...marksOf(copy)],
    remarks: sale.cancellation ? [`Vente annulée, motif\u00a0: ${sale.cancellation.reason}`] : [],
    // A cancellation gives back all that was paid.
    rounding: saleBalance(sale, cashStep).rounding,
    stampDuty: stampDutyIn(sale.payments),
    isCredit,
    isOffer: false,
  }
}

/** The credit note of a return. */
export function returnInvoice(note: CreditNote, sale: InvoicedSale, copy: Copy): Invoice {
  const document = certifiedOf(copy.fiscal)
  const labels = new Map([...sale.records, ...sale.vouchers].map(({ id, label }) => [id, label]))
  const uncertified = {
    lines: note.lines.map(({ lineId, quantity, amount }) => ({
      label: labels.get(lineId) ?? 'Produit',
      quantity,
      price: null,
      total: amount,
      group: null,
      originalPrice: null,
    })),
    discount: 0,
    aib: aibOf(sale, 0),
    total: note.total,
    payments: note.refunds.flatMap(({ type, amount }) =>
      amount === 0 ? [] : [{ label: paymentLabels[type as MovementType] ?? type, amount }],
    ),
    operator: note.byName,
    client: clientOf(sale),
    document: null,
  }
  return {
    ...(document ? certifiedParts(document, sale) : uncertified),
    title: document ? fiscalTitles.credit : 'Avoir',
    number: `n°\u00a0${note.number}`,
    at: note.returnedAt,
    marks: marksOf(copy),
    remarks: [`Sur la vente ${numberOf(sale)}, motif\u00a0: ${note.reason}`],
    rounding: note.total - sum(note.refunds.map(({ amount }) => amount)),
    stampDuty: 0,
    isCredit: true,
    isOffer: false,
  }
}

/** A pro forma invoice or a quotation of an open sale: what it costs, and what its payers would take. */
export function offer(kind: 'proforma' | 'quote', sale: InvoicedSale): Invoice {
  const isQuote = kind === 'quote'
  return {
    ...soldParts({ ...sale, payments: paymentsFrom('discount', sale.payments) }),
    title: isQuote ? 'Devis' : 'Facture pro forma',
    number: sale.identifier,
    at: sale.soldAt,
    marks: ['Document non certifié'],
    remarks: [
      isQuote
        ? 'Ce devis n’est pas une facture. Les prix sont ceux du jour, dans la limite du stock.'
        : 'Cette facture pro forma n’est pas une facture normalisée\u00a0: aucune vente n’a été enregistrée.',
    ],
    rounding: 0,
    stampDuty: 0,
    payments: paymentsFrom('payer', sale.payments).map(({ type, amount }) => ({ label: paymentLabels[type], amount })),
    isCredit: false,
    isOffer: true,
  }
}

/** The name of a patient is not told to the tax office (decision 0062); the sheet for him has it. */
function certifiedParts(document: CertifiedDocument, sale: InvoicedSale) {
  return {
    lines: document.lines.map((line) => ({
      ...line,
      total: Math.round(line.price * line.quantity),
      originalPrice: line.originalPrice ?? null,
    })),
    discount: 0,
    aib: aibOf(sale, document.totals?.aib ?? 0),
    total: document.totals?.total ?? sum(document.payments.map(({ amount }) => amount)),
    payments: document.payments.map(({ means, amount }) => ({ label: meansWords[means], amount })),
    operator: document.operator,
    client: document.client ?? clientOf(sale),
    document,
  }
}

function soldParts(sale: Omit<InvoicedSale, 'number'>) {
  const lines = goodsOf(sale)
  const levied = leviedIn(sale)
  const discount = discountTotal(sale.payments)
  return {
    lines: lines.map(({ label, quantity, price }) => ({
      label,
      quantity,
      price,
      total: lineTotal({ quantity, price }),
      group: null,
      originalPrice: null,
    })),
    discount,
    aib: aibOf(sale, levied),
    total: sum(lines.map(lineTotal)) - discount + levied,
    payments: sale.payments.flatMap(({ type, amount }) =>
      type === 'DISCOUNT' ? [] : [{ label: paymentLabels[type], amount }],
    ),
    operator: sale.sellerName,
    client: clientOf(sale),
    document: null,
  }
}

/** The AIB by the name that it has on the ticket. */
function aibOf({ vouchers }: Pick<SaleContent, 'vouchers'>, amount: number): Invoice['aib'] {
  return { label: vouchers.find(({ levy }) => levy)?.label ?? 'AIB', amount }
}

type NamedSale = Pick<InvoicedSale, 'patientName' | 'buyer'>

/** Who asked for the invoice, else the patient. */
function clientOf({ buyer, patientName: name }: NamedSale): FiscalClient | null {
  return clientOfBuyer(buyer) ?? (name === null ? null : { name, taxId: null, contact: null, address: null })
}

function numberOf({ number, identifier }: Pick<InvoicedSale, 'number' | 'identifier'>): string {
  return number === null ? identifier : `n°\u00a0${number} (${identifier})`
}

function marksOf({ fiscal, isReprint }: Copy): string[] {
  const document = certifiedOf(fiscal)
  return [
    ...(isAwaited(fiscal) ? [awaitedWords] : []),
    ...(document && isReprint ? ['DUPLICATA'] : []),
    ...(document?.isSimulated ? [simulatedWords] : []),
  ]
}
