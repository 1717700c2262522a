import { mainMeans } from '#shared/domain/fiscal/document-of-sale.ts'
import { getsDocument, type FiscalProfile, type Invoicing } from '#shared/domain/fiscal/profiles.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { cashDue, lineTotal, type SaleContent } from '#shared/domain/sale.ts'

/**
 * The duty on a receipt in cash, in minor units; 0 where the pharmacy, its country or the sale bears none. `paidDuty`:
 * what the customer of a resumed sale paid goes before the settings, unless the server would refuse it.
 */
export function dutyOf(
  profile: FiscalProfile,
  { stampDuty, fiscalInvoices }: { stampDuty: boolean; fiscalInvoices?: Invoicing },
  { isInvoiced = false, paidDuty }: Pick<LocalSale, 'isInvoiced' | 'paidDuty'>,
): number {
  if (paidDuty === 0 || paidDuty === profile.stampDuty) return paidDuty
  return stampDuty && getsDocument(profile, fiscalInvoices, isInvoiced) ? profile.stampDuty : 0
}

/**
 * The stamp duty of a sale whose rest is paid in cash, in minor units. The platform takes one means, that of the largest
 * part, and asks the duty when it is cash. Law: `duty` or 0; none without a coin to pay.
 */
export function stampDutyOn(sale: SaleContent, { duty, cashStep }: { duty: number; cashStep: number }): Minor {
  const others = sale.payments.filter(({ type }) => type !== 'CASH')
  const rest = minor(sum([...sale.records, ...sale.vouchers].map(lineTotal)) - sum(others.map(({ amount }) => amount)))
  if (rest <= 0 || cashDue(rest, cashStep) <= 0) return minor(0)
  return mainMeans([{ type: 'CASH', amount: rest }, ...others]) === 'cash' ? minor(duty) : minor(0)
}

/** The duty that cash would bring, before there is any; afterwards it stands in the cash payment. */
export function stampDutyToCome(sale: SaleContent, rules: { duty: number; cashStep: number }): Minor {
  return sale.payments.some(({ type }) => type === 'CASH') ? minor(0) : stampDutyOn(sale, rules)
}
