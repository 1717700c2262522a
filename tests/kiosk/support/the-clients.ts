import { aCompany, aContract, anOrganization, aPerson, aPolicy } from '#tests/support/listed-rows.ts'

const ceilings = { perSale: null, perDay: null, perMonth: 50_000, perYear: null }

/** 80 % under NSIA, 70 % of the national scheme, 100 % paid by the employer itself. */
export const nsiaContract = aContract(1, {
  companyId: aCompany(1).id,
  label: 'Cadres de la SONACOP',
  ownerName: 'SONACOP',
  owner: { kind: 'organization', id: anOrganization(1).id },
})
export const schemeContract = aContract(2, {
  companyId: aCompany(2).id,
  label: 'Régime obligatoire',
  defaultCoverage: 70,
})
export const employerContract = aContract(3, { label: 'Personnel du port', defaultCoverage: 100 })
export const nsia = aCompany(1, { name: 'NSIA Assurances', contracts: [nsiaContract] })
export const scheme = aCompany(2, { name: 'ARCH', kind: 'social-security', contracts: [schemeContract] })
export const port = anOrganization(3, {
  name: 'Port de Cotonou',
  taxId: '3201900012345',
  phone: '+2290121314151',
  creditLimit: 500_000,
  outgoing: 120_000,
  openBills: [
    { number: 'F-00011', dueOn: '2026-10-31', left: 50_000 },
    { number: 'F-00014', dueOn: '2026-11-30', left: 40_000 },
  ],
  contracts: [employerContract],
})

/** Insured twice: the scheme first, though its card came last; 32 000 of 50 000 used this month. */
export const clarisse = aPerson(1, {
  lastName: 'Agbodjan',
  firstName: 'Clarisse',
  birthDate: '1984-03-12',
  phone: '+2290196123456',
  creditLimit: 40_000,
  outgoing: 15_000,
  policies: [
    aPolicy(1, {
      contractId: nsiaContract.id,
      number: 'NS-2026-118',
      ceilings,
      uses: { day: '2026-11-20', usedOnDay: 2_000, usedInMonth: 32_000, usedInYear: 32_000 },
      rank: 2,
    }),
    aPolicy(2, { contractId: schemeContract.id, number: 'ARCH-77', validUntil: '2026-12-03', rank: 1 }),
  ],
})
/** Of the same name, a child, dependant of her, with a policy that expired. */
export const little = aPerson(2, {
  lastName: 'Agbodjan',
  firstName: 'Clarisse',
  birthDate: '2026-04-02',
  phone: null,
  socialSecurityId: null,
  policies: [
    aPolicy(3, { contractId: nsiaContract.id, number: 'NS-2026-119', holderId: clarisse.id, validUntil: '2026-11-18' }),
  ],
})
export const aurele = aPerson(3, {
  lastName: 'Zinsou',
  firstName: 'Aurèle',
  sex: 'M',
  birthDate: '1990-07-01',
  phone: '+2290197000001',
  socialSecurityId: null,
})
/** His ceiling is reached, his other card waits, the contract of the third is gone. */
export const gaston = aPerson(4, {
  lastName: 'Hounsou',
  firstName: 'Gaston',
  sex: 'M',
  birthDate: null,
  phone: '+2290144556677',
  outgoing: 60_000,
  creditLimit: 50_000,
  policies: [
    aPolicy(4, {
      contractId: nsiaContract.id,
      number: 'NS-7',
      ceilings,
      uses: { day: '2026-11-20', usedOnDay: 0, usedInMonth: 50_000, usedInYear: 50_000 },
    }),
    aPolicy(5, { contractId: employerContract.id, number: 'PORT-12', validFrom: '2026-12-01', rank: 2, coverage: 90 }),
    aPolicy(6, { contractId: aContract(9).id, number: 'GONE-1', rank: 3 }),
  ],
})

export const theClients = {
  persons: [clarisse, little, aurele, gaston],
  organizations: [port],
  companies: [nsia, scheme],
}
