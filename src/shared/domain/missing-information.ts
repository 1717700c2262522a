import { policyOfPayment, type MissingInformation, type Payment } from '#shared/domain/payment.ts'

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

const missing = (...asked: [given: boolean, name: MissingInformation][]): MissingInformation[] =>
  asked.flatMap(([given, name]) => (given ? [] : [name]))

/**
 * What a payment lacks before its sale may close, in the order of the specification (§5). The list there is complete: a cheque number,
 * a transaction reference or an insured number that is unknown never blocks a customer at the counter. `policies` are those that may pay for
 * the sale's patient: by another one there is no coverage; left out, each is taken as it is.
 */
export function missingInformation(
  payment: Payment,
  sale: { patientId: string | null },
  policies?: ReadonlySet<string>,
): MissingInformation[] {
  const patient: [boolean, MissingInformation] = [sale.patientId !== null, 'patient']
  const policy = policyOfPayment(payment)
  // Without a patient there is nobody whose policy it could be: that he is missing says it all.
  const isOfPatient = policy === null || sale.patientId === null || policies?.has(policy) !== false
  switch (payment.type) {
    case 'CASH':
    case 'CREDIT_CARD':
    case 'DISCOUNT':
      return []
    case 'CHEQUE':
      return missing([isGiven(payment.bank), 'bank'])
    case 'CREDIT':
      return missing([payment.creditMetadata.person !== null, 'client'])
    case 'CREDIT_ORG': {
      const client: [boolean, MissingInformation] = [payment.creditMetadata.organization !== null, 'client']
      // An employer who pays by a policy pays for somebody.
      return policy === null ? missing(client) : missing(client, patient, [isOfPatient, 'coverage'])
    }
    case 'INSURANCE': {
      const { coverage, voucher } = payment.insuranceMetadata
      return missing(
        patient,
        [coverage !== null && policy !== null && isOfPatient, 'coverage'],
        [isGiven(voucher), 'voucherNumber'],
      )
    }
    case 'SOCIAL_SECURITY':
      return missing(
        patient,
        [isOfPatient, 'coverage'],
        [isGiven(payment.socialSecurityMetadata.body), 'socialSecurityBody'],
      )
    case 'MOBILE_MONEY':
      return missing([isGiven(payment.phoneOperator), 'phoneOperator'])
  }
}
