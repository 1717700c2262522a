import type { MissingInformation, Payment } from '#shared/domain/payment.ts'

/** What is said on the line of a payment. */
export const missingLabels: Record<MissingInformation, string> = {
  bank: 'Banque manquante',
  client: 'Client manquant',
  patient: 'Patient manquant',
  coverage: 'Couverture manquante',
  voucherNumber: 'Numéro de bon manquant',
  socialSecurityBody: 'Organisme de sécurité sociale manquant',
  phoneOperator: 'Opérateur manquant',
}

/** Lacks nothing: neither null nor only blanks. */
const isGiven = (text: string | null): boolean => text !== null && text.trim() !== ''

const missing = (...asked: [given: boolean, name: MissingInformation][]): MissingInformation[] => asked.flatMap(([given, name]) => (given ? [] : [name]))

/**
 * What a payment lacks before its sale may close, in the order of the specification (§5). The list there is complete: a cheque number,
 * a transaction reference or an insured number that is unknown never blocks a customer at the counter.
 */
export function missingInformation(payment: Payment, sale: { patientId: string | null }): MissingInformation[] {
  const patient: [boolean, MissingInformation] = [sale.patientId !== null, 'patient']
  switch (payment.type) {
    case 'CASH':
    case 'CREDIT_CARD':
    case 'DISCOUNT':
      return []
    case 'CHEQUE':
      return missing([isGiven(payment.bank), 'bank'])
    case 'CREDIT':
      return missing([payment.creditMetadata.person !== null, 'client'])
    case 'CREDIT_ORG':
      return missing([payment.creditMetadata.organization !== null, 'client'])
    case 'INSURANCE': {
      const { coverage, contractPolicy, voucher } = payment.insuranceMetadata
      return missing(patient, [coverage !== null && contractPolicy !== null, 'coverage'], [isGiven(voucher), 'voucherNumber'])
    }
    case 'SOCIAL_SECURITY':
      return missing(patient, [isGiven(payment.socialSecurityMetadata.body), 'socialSecurityBody'])
    case 'MOBILE_MONEY':
      return missing([isGiven(payment.phoneOperator), 'phoneOperator'])
  }
}
