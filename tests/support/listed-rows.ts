import type { Company } from '#shared/contract/companies.ts'
import type { ContractPolicy } from '#shared/contract/contract-policies.ts'
import type { Contract } from '#shared/contract/contracts.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'

/** The id of the row number `n` of a kind, the kind being one hexadecimal digit. */
export const idOf = (kind: string, n: number) => `018f0000-0000-7000-800${kind}-${String(n).padStart(12, '0')}`
const noCeilings = { perSale: null, perDay: null, perMonth: null, perYear: null }

export function aPerson(n: number, given: Partial<Person> = {}): Person {
  return {
    id: idOf('1', n),
    lastName: `Dossou ${n}`,
    firstName: 'Aurèle',
    birthDate: '1984-03-12',
    sex: 'F',
    phone: `+22901${String(n).padStart(8, '0')}`,
    socialSecurityId: `SS-${n}`,
    creditLimit: null,
    tags: [],
    outgoing: 0,
    policies: [],
    archived: false,
    mergedInto: null,
    ...given,
  }
}

export function aPolicy(n: number, given: Partial<ContractPolicy> = {}): ContractPolicy {
  return {
    id: idOf('2', n),
    contractId: idOf('3', n),
    beneficiaryId: idOf('1', n),
    holderId: null,
    number: `POL-${n}`,
    coverage: null,
    rank: 1,
    ceilings: noCeilings,
    validFrom: null,
    validUntil: null,
    tags: [],
    archived: false,
    uses: null,
    familyUses: null,
    ...given,
  }
}

export function aContract(n: number, given: Partial<Contract> = {}): Contract {
  return {
    id: idOf('3', n),
    companyId: null,
    owner: null,
    label: `Contrat ${n}`,
    number: null,
    defaultCoverage: 80,
    ceilings: noCeilings,
    familyCeilings: noCeilings,
    ceilingYear: 'calendar',
    validFrom: null,
    validUntil: null,
    products: [],
    ownerName: null,
    archived: false,
    uses: null,
    ...given,
  }
}

export function anOrganization(n: number, given: Partial<Organization> = {}): Organization {
  return {
    id: idOf('4', n),
    name: `SOBEBRA ${n}`,
    taxId: `IFU${n}`,
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

export function aCompany(n: number, given: Partial<Company> = {}): Company {
  return {
    id: idOf('5', n),
    name: `NSIA Assurances ${n}`,
    kind: 'insurer',
    taxId: null,
    phone: null,
    email: null,
    archived: false,
    contracts: [],
    ...given,
  }
}

export function aSchemeLine(n: number, given: Partial<ProductHealthInsurance> = {}): ProductHealthInsurance {
  return {
    id: idOf('6', n),
    productId: idOf('7', n),
    code: `A${n}`,
    label: `Paracétamol ${n} mg`,
    inn: 'Paracétamol',
    dosage: `${n} mg`,
    form: 'comprimé',
    basePrice: 500,
    rate: 70,
    archived: false,
    ...given,
  }
}
