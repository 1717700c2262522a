import { atom } from 'jotai'
import type { Payment } from '#shared/domain/payment.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { debtorIdOf, debtorOfAtom } from './credit-of.ts'

/** The words beside the amount of a payment, including the names of the parties. */
export const paymentFactsAtom = atom((get) => {
  const debtorOf = get(debtorOfAtom)
  return (payment: Payment): string => {
    switch (payment.type) {
      case 'CASH':
        return 'reçues du client'
      case 'CREDIT_CARD':
        return ''
      case 'MOBILE_MONEY':
        return joined(payment.phoneOperator, payment.transactionReference && `réf. ${payment.transactionReference}`)
      case 'CHEQUE':
        return joined(payment.bank, payment.chequeNumber && `n° ${payment.chequeNumber}`)
      case 'INSURANCE': {
        const { insurer, coverage, voucher } = payment.insuranceMetadata
        return joined(
          insurer && (coverage === null ? insurer : `${insurer}\u00a0${formatPercent(coverage)}`),
          voucher && `bon ${voucher}`,
        )
      }
      case 'SOCIAL_SECURITY':
        return joined(
          payment.socialSecurityMetadata.body,
          payment.socialSecurityMetadata.identifier && `n° ${payment.socialSecurityMetadata.identifier}`,
        )
      case 'CREDIT':
      case 'CREDIT_ORG':
        return debtorOf(debtorIdOf(payment))?.name ?? ''
      case 'DISCOUNT':
        return typeof payment.percent === 'number' ? `${formatPercent(payment.percent)} de la part du patient` : ''
    }
  }
})

function joined(...facts: (string | null)[]): string {
  return facts.filter(Boolean).join(' · ')
}
