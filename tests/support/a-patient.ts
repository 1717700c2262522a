import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { aurele } from '#tests/support/a-local-sale.ts'
import { idOf } from '#tests/support/listed-rows.ts'

/** Who types at the counter. */
export const maker = {
  terminalId: '018f0000-0000-7000-8000-0000000000c1',
  sessionId: aurele.sessionId,
  sellerId: aurele.userId,
  sellerRoles: ['vendeur'],
}

export function typedPatient(given: Partial<TypedPatient> = {}): TypedPatient {
  return {
    lastName: 'Zinsou',
    firstName: 'Afi',
    birthDate: '1990-02-01',
    sex: 'F',
    phone: '+2290161000000',
    socialSecurityId: null,
    policy: null,
    ...given,
  }
}

export const aCard = { contractId: idOf('3', 1), number: 'NSIA-9', coverage: null, holderId: null }

/** What the server answers to a patient that it takes. */
export function acceptedPatient(body: string, given: Partial<Person> = {}): { status: number; body: Person } {
  const { id, lastName, firstName, birthDate, sex, phone, socialSecurityId, policy } = JSON.parse(
    body,
  ) as NewQuickPatient
  const none = { perSale: null, perDay: null, perMonth: null, perYear: null }
  const policies = policy
    ? [
        {
          ...policy,
          beneficiaryId: id,
          rank: 1,
          ceilings: none,
          validFrom: null,
          validUntil: null,
          tags: [],
          archived: false,
          uses: null,
          familyUses: null,
        },
      ]
    : []
  return {
    status: 201,
    body: {
      id,
      lastName,
      firstName,
      birthDate,
      sex,
      phone,
      socialSecurityId,
      policies,
      creditLimit: null,
      tags: [],
      outgoing: 0,
      archived: false,
      mergedInto: null,
      ...given,
    },
  }
}
