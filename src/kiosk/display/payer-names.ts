import { nameOf } from '#kiosk/counter/coverage/coverage-names.ts'
import { useSaleCoverage } from '#kiosk/counter/coverage/coverage-shown.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { Payment } from '#shared/domain/payment.ts'

export type PayerName = (payment: Payment) => string

/** The name of a payer; if this terminal's lists do not contain it, the name of its payment type. */
export function usePayerNames(sale: LocalSale): PayerName {
  const coverage = useSaleCoverage(sale)
  return (payment) => {
    const payer = coverage?.payers.find((each) => each.payment?.id === payment.id)
    if (payer) return nameOf(payer)
    return payment.type === 'SOCIAL_SECURITY' ? 'Sécurité sociale' : 'Votre assurance'
  }
}
