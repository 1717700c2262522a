/** Every way money moves (specification §3). */
export const movementTypes = [
  'CASH',
  'CHEQUE',
  'CREDIT_CARD',
  'MOBILE_MONEY',
  'TRANSFER',
  'INSURANCE',
  'CREDIT',
  'CREDIT_ORG',
  'DISBURSEMENT',
  'DISCOUNT',
  'SOCIAL_SECURITY',
] as const
export type MovementType = (typeof movementTypes)[number]

/** A sale may use all but TRANSFER and DISBURSEMENT. */
export type PaymentType = Exclude<MovementType, 'TRANSFER' | 'DISBURSEMENT'>

export const paymentLabels: Record<MovementType, string> = {
  CASH: 'Espèces',
  CHEQUE: 'Chèque',
  CREDIT_CARD: 'Carte',
  MOBILE_MONEY: 'Mobile',
  TRANSFER: 'Virement',
  INSURANCE: 'Couverture',
  SOCIAL_SECURITY: 'Sécurité sociale',
  CREDIT: 'Crédit',
  CREDIT_ORG: 'Crédit Org.',
  DISBURSEMENT: 'Décaissement',
  DISCOUNT: 'Remise',
}

/** `amount` is what the payment settles of the sale, in minor units; what a customer hands over beyond it is `tendered` and comes back as change. */
type Settles = { id: string; amount: number }

/** What a payer took of each line, as the customer was told it. */
export type LineShare = { lineId: string; amount: number }

export type Payment = Settles &
  (
    | { type: 'CASH'; tendered: number }
    | { type: 'CHEQUE'; chequeNumber: string | null; bank: string | null }
    | { type: 'CREDIT_CARD' }
    | { type: 'MOBILE_MONEY'; phoneOperator: string | null; transactionReference: string | null }
    | {
        type: 'INSURANCE'
        insuranceMetadata: {
          insurer: string | null
          coverage: number | null
          contractPolicy: string | null
          voucher: string | null
        }
        shares?: readonly LineShare[] | undefined
      }
    | {
        type: 'SOCIAL_SECURITY'
        socialSecurityMetadata: {
          body: string | null
          identifier: string | null
          contractPolicy?: string | null | undefined
        }
        shares?: readonly LineShare[] | undefined
      }
    | { type: 'CREDIT'; creditMetadata: { person: string | null } }
    | {
        type: 'CREDIT_ORG'
        creditMetadata: { organization: string | null; contractPolicy?: string | null | undefined }
        shares?: readonly LineShare[] | undefined
      }
    | { type: 'DISCOUNT'; percent?: number | null | undefined }
  )

/** What can be missing of a payment (specification §5). */
export type MissingInformation =
  'bank' | 'client' | 'patient' | 'coverage' | 'voucherNumber' | 'socialSecurityBody' | 'phoneOperator'

/** The policy that a payment goes by; null where it goes by none. */
export function policyOfPayment(payment: Payment): string | null {
  switch (payment.type) {
    case 'INSURANCE':
      return payment.insuranceMetadata.contractPolicy
    case 'SOCIAL_SECURITY':
      return payment.socialSecurityMetadata.contractPolicy ?? null
    case 'CREDIT_ORG':
      return payment.creditMetadata.contractPolicy ?? null
    case 'CASH':
    case 'CHEQUE':
    case 'CREDIT_CARD':
    case 'MOBILE_MONEY':
    case 'CREDIT':
    case 'DISCOUNT':
      return null
  }
}

/** Who owes what this payment puts on credit; null where it is on nobody's. */
export function clientOf(payment: Payment): string | null {
  if (payment.type === 'CREDIT') return payment.creditMetadata.person
  return payment.type === 'CREDIT_ORG' ? payment.creditMetadata.organization : null
}
