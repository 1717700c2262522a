import { percentText } from '#shared/domain/amount-text.ts'
import { payerPaymentId } from '#shared/domain/coverage/payer-payment-id.ts'
import { discountTotal } from '#shared/domain/discount.ts'
import { documentOfSale, type DocumentFacts } from '#shared/domain/fiscal/document-of-sale.ts'
import { aibRates, fiscalTotals, type Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import { minor, type Minor } from '#shared/domain/money.ts'
import { goodsTotal, type SaleContent, type Voucher } from '#shared/domain/sale.ts'

/** What the AIB of a sale depends on beside the sale: the taxes of its lines, and the rounding of the platform. */
export type AibFacts = Pick<DocumentFacts, 'taxOf' | 'rounding'>

/** « AIB 1 % » */
export function aibLabel(aib: Aib): string {
  return `AIB ${percentText(aibRates[aib] / 100)}`
}

/**
 * The AIB of the goods of a sale after its discount, in minor units, as its document has it. Null: the tax group of a line
 * is not known.
 */
export function aibOn(sale: SaleContent, aib: Aib, facts: AibFacts): Minor | null {
  const built = documentOfSale(sale, { ...facts, client: null, operator: '', aib })
  switch (built.kind) {
    case 'complete':
      return fiscalTotals(built.document, facts.rounding).aib
    case 'incomplete':
      return null
    case 'nothing':
      return minor(0)
  }
}

/**
 * The lines without stock of a sale, with the AIB that its buyer owes after the discount as the last one: none where the
 * country knows no AIB (`facts` null), where it cannot be computed, or where it comes to nothing. The only place that
 * makes this line.
 */
export function withAib(
  {
    id,
    buyer,
    replaces,
    ...sale
  }: SaleContent & {
    id: string
    buyer?: { aib?: Aib | undefined } | null | undefined
    replaces?: { id: string } | null | undefined
  },
  facts: AibFacts | null,
): Voucher[] {
  const services = sale.vouchers.filter((line) => !line.levy && !(facts && isUnmarkedAib(line, [id, replaces?.id])))
  const levy = buyer?.aib
  const amount = levy && facts && aibOn(sale, levy, facts)
  if (!levy || !amount) return services
  return [...services, { id: levyId(id), label: aibLabel(levy), quantity: 1, price: amount, levy }]
}

/** Always the same of a sale, so that settling it twice changes nothing. */
function levyId(saleId: string): string {
  return payerPaymentId(saleId, 'a1b00000-0000-8000-8000-000000000000')
}

/** Whether it is the AIB of one of these sales, without the mark: a till of an earlier version took it off. */
export function isUnmarkedAib(
  { id, levy }: Pick<Voucher, 'id' | 'levy'>,
  saleIds: readonly (string | null | undefined)[],
): boolean {
  return !levy && saleIds.some((saleId) => saleId && id === levyId(saleId))
}

/** Why no till of ours makes these lines of AIB; null: they are in order. */
export function aibFault({
  buyer,
  ...sale
}: SaleContent & { buyer?: { aib?: Aib | undefined } | null | undefined }): string | null {
  const levies = sale.vouchers.filter(({ levy }) => levy !== undefined)
  if (levies.length > 1) return 'twice'
  const [levied] = levies
  if (!levied) return null
  if (levied.levy !== buyer?.aib) return 'not of the buyer'
  if (levied.quantity !== 1) return 'quantity'
  return discountTotal(sale.payments) > goodsTotal(sale) ? 'discounted' : null
}

/** The letter of the AIB that a sale has taken. */
export function aibIn({ vouchers }: Pick<SaleContent, 'vouchers'>): Aib | null {
  return vouchers.find(({ levy }) => levy !== undefined)?.levy ?? null
}
