import { policyOfPayment, type MissingInformation, type Payment } from '#shared/domain/payment.ts'

/** Texts for the line of a payment. */
export const missingLabels: Record<MissingInformation, string> = {
  bank: 'Banque manquante',
  client: 'Client manquant',
  patient: 'Patient manquant',
  coverage: 'Couverture manquante',
  voucherNumber: 'Numéro de bon manquant',
  socialSecurityBody: 'Organisme de sécurité sociale manquant',
  phoneOperator: 'Opérateur manquant',
}

/** Neither null nor blank. */
const isGiven = (text: string | null): boolean => text !== null && text.trim() !== ''

const missing = (...asked: [given: boolean, name: MissingInformation][]): MissingInformation[] =>
  asked.flatMap(([given, name]) => (given ? [] : [name]))

/**
 * What a payment lacks before its sale can be closed, in the order of the specification (§5). The list there is
 * complete: an unknown cheque number, transaction reference or insured number never blocks a sale. `policies`: those
 * that may pay for the sale's patient; a payment by another one lacks its coverage. Omitted: policies are not checked.
 */
export function missingInformation(
  payment: Payment,
  sale: { patientId: string | null },
  policies?: ReadonlySet<string>,
): MissingInformation[] {
  const patient: [boolean, MissingInformation] = [sale.patientId !== null, 'patient']
  const policy = policyOfPayment(payment)
  // Without a patient the policy cannot be checked; the missing patient is reported instead.
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
      // An organization that pays by a policy pays for a patient.
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
