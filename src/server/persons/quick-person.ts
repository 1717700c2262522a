import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import { readPhone } from '#shared/domain/phone.ts'

/**
 * The person that a quick patient is. A phone that cannot be read is kept in the note as it was typed: it was accepted at the counter, perhaps
 * offline and hours ago, and what the customer said must not be lost for a digit too few.
 */
export function quickPerson(
  { id, lastName, firstName, birthDate, sex, phone, socialSecurityId, policy }: NewQuickPatient,
  countryCode: string,
): { person: Person; note: string | null } {
  const read = readPhone(phone ?? '', countryCode)
  const person: Person = {
    id,
    lastName,
    firstName,
    birthDate,
    sex,
    phone: read.kind === 'phone' ? read.e164 : null,
    socialSecurityId,
    creditLimit: null,
    tags: [],
    outgoing: 0,
    policies: policyOf(id, policy),
    archived: false,
    mergedInto: null,
  }
  return { person, note: read.kind === 'invalid' ? `Téléphone noté au comptoir\u202f: ${phone}` : null }
}

/** The card as it was shown; the rest is the contract's. Who names himself as the insured is the insured. */
function policyOf(beneficiaryId: string, policy: NewQuickPatient['policy']): Person['policies'] {
  if (!policy) return []
  const holderId = policy.holderId === beneficiaryId ? null : policy.holderId
  return [
    {
      ...policy,
      holderId,
      beneficiaryId,
      rank: 1,
      ceilings: { perSale: null, perDay: null, perMonth: null },
      validFrom: null,
      validUntil: null,
      tags: [],
      archived: false,
      uses: null,
    },
  ]
}
