import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import { birthDateFault } from '#shared/domain/birth-date.ts'
import { noCredit } from '#shared/domain/credit.ts'
import { readPhone } from '#shared/domain/phone.ts'

/**
 * The person of a quick patient. A phone that cannot be parsed and a birth date that cannot be one are kept in the note
 * as typed: the counter accepted them, perhaps offline and hours ago, and the customer's input must not be lost because
 * of one missing digit. `today`: the pharmacy's calendar day.
 */
export function quickPerson(
  { id, lastName, firstName, birthDate, sex, phone, socialSecurityId, policy }: NewQuickPatient,
  { countryCode, today }: { countryCode: string; today: string },
): { person: Person; note: string | null } {
  const read = readPhone(phone ?? '', countryCode)
  const isBorn = birthDate === null || birthDateFault(birthDate, today) === null
  const notes = [
    ...(read.kind === 'invalid' ? [`Téléphone noté au comptoir\u202f: ${phone}`] : []),
    ...(isBorn ? [] : [`Date de naissance notée au comptoir\u202f: ${birthDate}`]),
  ]
  const person: Person = {
    id,
    lastName,
    firstName,
    birthDate: isBorn ? birthDate : null,
    sex,
    phone: read.kind === 'phone' ? read.e164 : null,
    socialSecurityId,
    creditLimit: noCredit,
    tags: [],
    outgoing: 0,
    policies: policyOf(id, policy),
    archived: false,
    mergedInto: null,
  }
  return { person, note: notes.length > 0 ? notes.join('\n') : null }
}

/**
 * The policy as shown on the card; its other terms come from the contract. A policy that names the beneficiary as the
 * insured has no separate insured.
 */
function policyOf(beneficiaryId: string, policy: NewQuickPatient['policy']): Person['policies'] {
  if (!policy) return []
  const holderId = policy.holderId === beneficiaryId ? null : policy.holderId
  return [
    {
      ...policy,
      holderId,
      beneficiaryId,
      rank: 1,
      ceilings: { perSale: null, perDay: null, perMonth: null, perYear: null },
      validFrom: null,
      validUntil: null,
      tags: [],
      archived: false,
      uses: null,
      familyUses: null,
    },
  ]
}
