import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { coverSale } from '#shared/domain/coverage/coverage.ts'
import { schemeLineByProductAtom, schemeView } from '#shared/store/lists/scheme-atoms.ts'
import { payerBook, payersOf, policiesOf, unknownPolicies, type PayerLists } from '#shared/store/lists/payers-of.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { aCompany, aContract, anOrganization, aPerson, aPolicy, aSchemeLine } from '#tests/support/listed-rows.ts'

const today = '2026-11-21'
const byId = <Row extends { id: string }>(...rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
const byProduct = (...lines: ProductHealthInsurance[]) => {
  const store = createStore()
  store.set(schemeView.rowsAtom, byId(...lines))
  return store.get(schemeLineByProductAtom)
}
const lists = (given: Partial<PayerLists> = {}): PayerLists => ({
  companies: new Map(),
  organizations: new Map(),
  schemeLines: new Map(),
  products: new Map(),
  ...given,
})
const nsia = (n = 1, contract: Parameters<typeof aContract>[1] = {}) =>
  aCompany(n, { name: 'NSIA', contracts: [aContract(n, { companyId: aCompany(n).id, ...contract })] })

test('an insurer pays the policy’s percent, else the contract’s; both have their ceilings and days', () => {
  const contract = {
    defaultCoverage: 80,
    ceilings: { perSale: null, perDay: null, perMonth: 90_000, perYear: null },
    uses: { day: '2026-11-20', usedOnDay: 1000, usedInMonth: 40_000, usedInYear: 40_000 },
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
  }
  const policy = {
    ceilings: { perSale: 20_000, perDay: 5000, perMonth: null, perYear: null },
    uses: { day: today, usedOnDay: 1500, usedInMonth: 9000, usedInYear: 9000 },
    validFrom: '2026-03-01',
    validUntil: '2027-02-28',
    rank: 2,
  }
  const given = lists({ companies: byId(nsia(1, contract)) })
  expect(payersOf(aPerson(1, { policies: [aPolicy(1, policy)] }), given, today)).toEqual([
    {
      policyId: aPolicy(1).id,
      contractId: aContract(1).id,
      kind: 'insurance',
      name: 'NSIA',
      rank: 2,
      percent: 80,
      products: new Map(),
      coversOnlyListed: false,
      validFrom: '2026-03-01',
      validUntil: '2026-12-31',
      ceilings: [
        { scope: 'policy', period: 'sale', limit: 20_000, used: 0 },
        { scope: 'policy', period: 'day', limit: 5000, used: 1500 },
        // The contract was last known yesterday: nothing of today, but all of the month.
        { scope: 'contract', period: 'month', limit: 90_000, used: 40_000 },
      ],
    },
  ])
  expect(payersOf(aPerson(1, { policies: [aPolicy(1, { coverage: 50 })] }), given, today)).toMatchObject([
    { percent: 50, validFrom: '2026-01-01', validUntil: '2026-12-31' },
  ])
})

test('social security pays the products of its list, each at its rate, up to its base price', () => {
  const cmu = aCompany(1, { name: 'CMU', kind: 'social-security', contracts: [aContract(1, { defaultCoverage: 70 })] })
  const [listed, other, privateLabel] = [
    aProduct(1, { productId: aSchemeLine(1).productId }),
    aProduct(2, { productId: aSchemeLine(2).productId }),
    aProduct(3),
  ]
  const schemeLines = byProduct(
    aSchemeLine(1, { basePrice: 500, rate: 90 }),
    aSchemeLine(2, { archived: true }),
    aSchemeLine(4, { productId: null }),
  )
  const person = aPerson(1, { socialSecurityId: 'CNSS-7', policies: [aPolicy(1)] })
  const book = payerBook(lists({ companies: byId(cmu), schemeLines, products: byId(listed, other, privateLabel) }))
  const [covered] = policiesOf(person, book, today)
  expect(covered).toMatchObject({
    payerId: cmu.id,
    identifier: 'CNSS-7',
    payer: { kind: 'social-security', name: 'CMU', coversOnlyListed: true },
  })
  expect(covered!.payer.products).toEqual(new Map([[listed.id, { percent: 90, referencePrice: 500 }]]))
  // 90 % of min(650, 500) = 450; the product outside the list: nothing.
  const lines = [
    { id: 'a', pharmacyProductId: listed.id, price: 650, quantity: 1 },
    { id: 'b', pharmacyProductId: other.id, price: 1000, quantity: 1 },
  ]
  expect(coverSale(lines, [covered!.payer], today)).toMatchObject({ patient: 1200, shares: [{ amount: 450 }] })
})

test('what a contract says of a product stands before the scheme’s list, and beside the percent of an insurer', () => {
  const [excluded, dearer] = [
    aProduct(1, { productId: aSchemeLine(1).productId }),
    aProduct(2, { productId: aSchemeLine(2).productId }),
  ]
  const products = [
    { pharmacyProductId: excluded.id, excluded: true, coverage: null, referencePrice: null },
    { pharmacyProductId: dearer.id, excluded: false, coverage: 40, referencePrice: 3000 },
  ]
  const scheme = aCompany(1, { kind: 'social-security', contracts: [aContract(1, { products: [products[1]!] })] })
  const insurer = nsia(2, { products })
  const person = aPerson(1, { policies: [aPolicy(1), aPolicy(2)] })
  const [ofScheme, ofInsurer] = payersOf(
    person,
    lists({
      companies: byId(scheme, insurer),
      schemeLines: byProduct(aSchemeLine(1, { rate: 70 }), aSchemeLine(2, { rate: 70 })),
      products: byId(excluded, dearer),
    }),
    today,
  )
  expect(ofScheme!.products).toEqual(
    new Map([
      [excluded.id, { percent: 70, referencePrice: 500 }],
      [dearer.id, { percent: 40, referencePrice: 3000, isExcluded: false }],
    ]),
  )
  expect(ofInsurer!.products).toEqual(
    new Map([
      [excluded.id, { isExcluded: true }],
      [dearer.id, { isExcluded: false, percent: 40, referencePrice: 3000 }],
    ]),
  )
})

test('an organization that pays for its people pays on credit', () => {
  const port = anOrganization(1, { name: 'Port autonome', contracts: [aContract(1, { defaultCoverage: 100 })] })
  const [covered] = policiesOf(
    aPerson(1, { socialSecurityId: null, policies: [aPolicy(1)] }),
    payerBook(lists({ organizations: byId(port) })),
    today,
  )
  expect(covered).toMatchObject({
    payerId: port.id,
    identifier: 'POL-1',
    payer: { kind: 'credit', name: 'Port autonome', percent: 100 },
  })
})

test('an archived policy is nobody’s; one whose contract is archived or not there pays nothing and is named', () => {
  const companies = byId(nsia(1), nsia(2, { archived: true }), { ...nsia(3), archived: true })
  const person = aPerson(1, { policies: [aPolicy(1, { archived: true }), aPolicy(2), aPolicy(3), aPolicy(4)] })
  const book = payerBook(lists({ companies }))
  expect(policiesOf(person, book, today)).toEqual([])
  expect(unknownPolicies(person, book).map(({ id }) => id)).toEqual([2, 3, 4].map((n) => aPolicy(n).id))
})

test('what this terminal gave since is used of the year of the contract and of the family, whoever of it bought', () => {
  const none = { perSale: null, perDay: null, perMonth: null, perYear: null }
  const own = aPolicy(1, { ceilings: { ...none, perYear: 9000 }, holderId: aPolicy(9).beneficiaryId })
  const ofTheYear = { day: today, usedOnDay: 0, usedInMonth: 100, usedInYear: 400 }
  const person = aPerson(1, { policies: [{ ...own, uses: ofTheYear, familyUses: { ...ofTheYear, usedInYear: 600 } }] })
  const contract = {
    familyCeilings: { ...none, perYear: 20_000 },
    ceilingYear: 'contract' as const,
    validFrom: '2020-11-15',
  }
  const use = { policyId: own.id, contractId: own.contractId, insuredId: own.holderId!, amount: 70, day: today }
  const ofBrother = { ...use, policyId: aPolicy(8).id, amount: 30 }
  const ofLastYear = { ...use, amount: 5, day: '2026-11-14' }
  const [payer] = payersOf(person, lists({ companies: byId(nsia(1, contract)) }), today, {
    ofPolicies: [use, ofBrother, ofLastYear],
    ofContracts: [],
  })
  expect(payer!.ceilings).toEqual([
    { scope: 'policy', period: 'year', limit: 9000, used: 470 },
    { scope: 'family', period: 'year', limit: 20_000, used: 700 },
  ])
})

test('what this terminal gave since is used up too: of the policy, and of the contract that others share', () => {
  const ceilings = { perSale: 9000, perDay: 5000, perMonth: 20_000, perYear: null }
  const person = aPerson(1, { policies: [aPolicy(1, { ceilings })] })
  const use = {
    policyId: aPolicy(1).id,
    contractId: aContract(1).id,
    insuredId: aPolicy(1).beneficiaryId,
    amount: 700,
    day: today,
  }
  const ofAnother = { ...use, policyId: aPolicy(8).id, amount: 1000, day: '2026-11-20' }
  const ofLastMonth = { ...use, day: '2026-10-31', amount: 5 }
  const [payer] = payersOf(person, lists({ companies: byId(nsia(1, { ceilings })) }), today, {
    ofPolicies: [use, ofAnother, ofLastMonth],
    ofContracts: [use, ofAnother],
  })
  expect(payer!.ceilings.map(({ scope, period, used }) => [scope, period, used])).toEqual([
    ['policy', 'sale', 0],
    ['policy', 'day', 700],
    ['policy', 'month', 700],
    ['contract', 'sale', 0],
    ['contract', 'day', 700],
    ['contract', 'month', 1700],
  ])
})
