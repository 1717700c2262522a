import { spreadProRata } from '#shared/domain/coverage/spread-pro-rata.ts'
import { discountTotal } from '#shared/domain/discount.ts'
import {
  fiscalTotals,
  type Aib,
  type FiscalClient,
  type FiscalDocument,
  type FiscalLine,
  type FiscalMeans,
} from '#shared/domain/fiscal/fiscal-document.ts'
import { splitTax, taxGroups, type TaxGroup, type TaxRounding } from '#shared/domain/fiscal/tax.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { stampDutyIn, type MovementType } from '#shared/domain/payment.ts'
import { goodsOf, lineTotal, type SaleContent } from '#shared/domain/sale.ts'

/** The group and the rate (in hundredths of a percent) of a line as they were when it was sold; null: nobody knew. */
export type LineTax = { group: TaxGroup; rate: number }
export type DocumentFacts = {
  taxOf: (lineId: string) => LineTax | null
  client: FiscalClient | null
  operator: string
  aib: Aib | null
  /** Of the platform, for the AIB. */
  rounding: TaxRounding
}

/** `incomplete`: the lines whose tax group is not known. `nothing`: all was given away, and nothing is to certify. */
export type BuiltDocument =
  { kind: 'complete'; document: FiscalDocument } | { kind: 'incomplete'; lineIds: string[] } | { kind: 'nothing' }

/** How a platform groups a payment. A discount lowers prices and is never a payment. */
const meansOf: Readonly<Record<Exclude<MovementType, 'DISCOUNT'>, FiscalMeans>> = {
  CASH: 'cash',
  MOBILE_MONEY: 'mobile',
  CREDIT_CARD: 'card',
  CHEQUE: 'cheque',
  TRANSFER: 'transfer',
  INSURANCE: 'credit',
  SOCIAL_SECURITY: 'credit',
  CREDIT: 'credit',
  CREDIT_ORG: 'credit',
  DISBURSEMENT: 'other',
}

/** A line of a sale or of a return, before the discount. */
type Sold = { id: string; label: string; quantity: number; price: number }

/**
 * The document of a closed sale. The discount is spread over the lines (largest remainder first) and lowers their
 * prices; a line whose amount does not divide by its quantity becomes two. Lines that were given away stay out, and so
 * does the line of the AIB: `aib` says it. Cash rounding is not told: cash is what makes the payments the total. Laws: Σ
 * lines = what the goods cost − discount; Σ payments = Σ lines + AIB.
 */
export function documentOfSale(sale: SaleContent, facts: DocumentFacts): BuiltDocument {
  const lines: Sold[] = goodsOf(sale)
  const whole = built(lines, discountTotal(sale.payments), paidBy(sale.payments), { ...facts, kind: 'sale' })
  const stampDuty = stampDutyIn(sale.payments)
  return whole.kind === 'complete' && stampDuty > 0 ? { ...whole, document: { ...whole.document, stampDuty } } : whole
}

/** A return as it was recorded; `refunds` may give back a part of the discount. */
export type ReturnToCredit = {
  lines: readonly { lineId: string; quantity: number }[]
  refunds: readonly { type: MovementType; amount: number }[]
}

/**
 * The credit note of a return, at the prices of its sale without the part of the discount that is undone. Law: its lines
 * are what the return gives back before the cash rounding. The AIB of the sale stays paid.
 */
export function documentOfReturn(
  sale: SaleContent,
  { lines, refunds }: ReturnToCredit,
  facts: DocumentFacts,
): BuiltDocument {
  const sold = goodsOf(sale)
  const returned = lines.flatMap(({ lineId, quantity }): Sold[] => {
    const line = sold.find(({ id }) => id === lineId)
    return line ? [{ id: lineId, label: line.label, price: line.price, quantity }] : []
  })
  const undone = sum(refunds.flatMap(({ type, amount }) => (type === 'DISCOUNT' ? [amount] : [])))
  return built(returned, undone, paidBy(refunds), { ...facts, kind: 'credit', aib: null })
}

/** The credit note of a canceled sale: all of what was certified. */
export function documentOfCancellation(certified: FiscalDocument): FiscalDocument {
  const { stampDuty: _, ...undone } = certified
  return { ...undone, kind: 'credit' }
}

function built(
  sold: readonly Sold[],
  discount: number,
  paid: FiscalDocument['payments'],
  { kind, taxOf, client, operator, aib, rounding }: DocumentFacts & Pick<FiscalDocument, 'kind'>,
): BuiltDocument {
  const gross = sold.map(lineTotal)
  const parts = spreadProRata(discount, gross)
  const priced = sold.map((line, place) => ({ line, net: minor(gross[place]! - parts[place]!), tax: taxOf(line.id) }))
  const due = priced.filter(({ net }) => net > 0)
  if (due.length === 0) return { kind: 'nothing' }
  const lineIds = due.flatMap(({ line, tax }) => (tax ? [] : [line.id]))
  if (lineIds.length > 0) return { kind: 'incomplete', lineIds }
  const lines = due.flatMap(({ line, net, tax }) => linesAt(line, net, tax!))
  const { total } = fiscalTotals({ lines, aib }, rounding)
  return {
    kind: 'complete',
    document: { kind, isExport: false, lines, payments: upTo(total, paid), client, operator, aib },
  }
}

/** A line at its net amount: one line when it divides by the quantity, else a second one for the units that cost 1 more. */
function linesAt({ id, label, quantity, price }: Sold, net: number, { group, rate }: LineTax): FiscalLine[] {
  const low = Math.floor(net / quantity)
  const more = net - low * quantity
  const at = (units: number, unitPrice: number): FiscalLine[] =>
    units === 0 || unitPrice === 0
      ? []
      : [
          {
            lineId: id,
            label,
            quantity: units,
            price: unitPrice,
            group,
            rate,
            ...(unitPrice === price ? {} : { originalPrice: price, priceModification: 'Remise' }),
          },
        ]
  return [...at(quantity - more, low), ...at(more, low + 1)]
}

/** The means of the largest part of what was paid, which a platform of one means is told; the first of equal ones. */
export function mainMeans(
  payments: readonly Pick<ReturnToCredit['refunds'][number], 'type' | 'amount'>[],
): FiscalMeans {
  return largestMeans(paidBy(payments))
}

/** The same of a document. */
export function largestMeans(payments: FiscalDocument['payments']): FiscalMeans {
  return payments.toSorted((a, b) => b.amount - a.amount)[0]?.means ?? 'cash'
}

function paidBy(payments: readonly Pick<ReturnToCredit['refunds'][number], 'type' | 'amount'>[]) {
  const amounts = new Map<FiscalMeans, number>()
  for (const { type, amount } of payments)
    if (type !== 'DISCOUNT') amounts.set(meansOf[type], (amounts.get(meansOf[type]) ?? 0) + amount)
  return [...amounts].map(([means, amount]) => ({ means, amount }))
}

/**
 * The payments that add up to the total: the means other than cash as they were, and cash is the rest. A till that took
 * another AIB may have been paid more by them: then the last ones are less.
 */
function upTo(total: number, paid: FiscalDocument['payments']): FiscalDocument['payments'] {
  let left = total
  const others = paid
    .filter(({ means }) => means !== 'cash')
    .map(({ means, amount }) => {
      const part = Math.min(amount, left)
      left -= part
      return { means, amount: part }
    })
  return [{ means: 'cash' as const, amount: left }, ...others].filter(({ amount }) => amount !== 0)
}

/** What a line brought after the discount, with its tax, in minor units; `tax` is null when nobody knew its group. */
export type TaxedLine = { lineId: string; tax: LineTax | null; total: Minor; taxAmount: Minor | null }

/**
 * The lines of a sale as its document tells them: after the discount, each with its part of the tax of its group. Laws:
 * Σ totals = what the goods cost − discount; Σ tax of a group = the tax that the platform computes for the group.
 */
export function taxedLines(sale: SaleContent, taxOf: DocumentFacts['taxOf'], rounding: TaxRounding): TaxedLine[] {
  const sold: Sold[] = goodsOf(sale)
  const gross = sold.map(lineTotal)
  const off = spreadProRata(discountTotal(sale.payments), gross)
  const lines = sold.map(({ id }, place) => ({
    lineId: id,
    tax: taxOf(id),
    total: minor(gross[place]! - off[place]!),
  }))
  const parts = new Map<string, Minor>()
  for (const group of taxGroups) {
    const ofGroup = lines.filter(({ tax }) => tax?.group === group)
    const rate = ofGroup[0]?.tax?.rate
    if (rate === undefined) continue
    const totals = ofGroup.map(({ total }) => total)
    const shares = spreadProRata(splitTax(sum(totals), rate, rounding).tax, totals)
    for (const [place, { lineId }] of ofGroup.entries()) parts.set(lineId, shares[place]!)
  }
  return lines.map((line) => ({ ...line, taxAmount: parts.get(line.lineId) ?? null }))
}
