import type { Client } from '#shared/contract/clients.ts'
import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { Contract } from '#shared/contract/contracts.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { PersonDetail } from '#shared/contract/persons.ts'
import type { Tag } from '#shared/contract/tags.ts'

const idOf = (kind: string, n: number) => `018f0000-0000-7000-8000-${kind}${String(n).padStart(12 - kind.length, '0')}`
export const personId = (n: number) => idOf('1', n)
export const organizationId = (n: number) => idOf('2', n)
export const contractId = (n: number) => idOf('3', n)
export const companyId = (n: number) => idOf('4', n)
const noCeilings = { perSale: null, perDay: null, perMonth: null, perYear: null }

export const faithful: Tag = { id: idOf('6', 1), type: 'person', label: 'Fidèle', color: 'green' }

export function aClient(n: number, given: Partial<Client> = {}): Client {
  return {
    kind: 'person',
    id: personId(n),
    name: `DOSSOU Patient${n}`,
    phone: '+2290196123456',
    birthDate: '1984-03-12',
    creditLimit: null,
    outgoing: 0,
    policies: 0,
    tags: [],
    archived: false,
    ...given,
  }
}

export function aPerson(n: number, given: Partial<PersonDetail> = {}): PersonDetail {
  return {
    id: personId(n),
    lastName: 'Dossou',
    firstName: `Patient${n}`,
    birthDate: '1984-03-12',
    sex: 'F',
    phone: '+2290196123456',
    socialSecurityId: null,
    email: null,
    address: null,
    note: null,
    creditLimit: null,
    tags: [],
    outgoing: 0,
    policies: [],
    archived: false,
    mergedInto: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    relationships: [],
    ...given,
  }
}

export function anOrganization(n: number, given: Partial<Organization> = {}): Organization {
  return {
    id: organizationId(n),
    name: `Port autonome ${n}`,
    taxId: null,
    phone: null,
    email: null,
    address: null,
    creditLimit: null,
    paymentDelayDays: 30,
    tags: [],
    aib: null,
    outgoing: 0,
    archived: false,
    contracts: [],
    ...given,
  }
}

export function aContract(n: number, given: Partial<Contract> = {}): Contract {
  return {
    id: contractId(n),
    companyId: companyId(1),
    owner: null,
    ownerName: null,
    label: `Contrat ${n}`,
    number: null,
    defaultCoverage: 80,
    ceilings: noCeilings,
    familyCeilings: noCeilings,
    ceilingYear: 'calendar',
    validFrom: null,
    validUntil: null,
    products: [],
    archived: false,
    uses: null,
    ...given,
  }
}

export function aPolicy(n: number, given: Partial<PolicyDetail> = {}): PolicyDetail {
  const { products: _, ...contract } = aContract(1)
  return {
    id: idOf('8', n),
    contractId: contract.id,
    beneficiaryId: personId(1),
    holderId: null,
    number: `NS-${n}`,
    coverage: null,
    rank: 1,
    ceilings: noCeilings,
    validFrom: null,
    validUntil: null,
    tags: [],
    archived: false,
    uses: null,
    familyUses: null,
    contract,
    payerName: 'NSIA',
    payerKind: 'insurer',
    beneficiaryName: 'DOSSOU Patient1',
    holderName: null,
    ...given,
  }
}
