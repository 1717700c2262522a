import type { Payment } from '#shared/domain/payment.ts'

type Traces = { detail: string | null; percent: number | null; voucher: string | null }
const traces = (
  detail: string | null = null,
  percent: number | null = null,
  voucher: string | null = null,
): Traces => ({ detail, percent, voucher: voucher?.trim() || null })

/** Details by which the customer can identify a payment; `debtor`: who owes a credit, as a name. */
export function tracesOf(payment: Payment, debtor: string | null): Traces {
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
    case 'CREDIT':
    case 'CREDIT_ORG':
      return traces(debtor)
    case 'CASH':
    case 'CREDIT_CARD':
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
