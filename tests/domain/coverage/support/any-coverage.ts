import fc from 'fast-check'
import type { Ceiling, Coverage, CoveredLine, Payer, ProductRule } from '#shared/domain/coverage/coverage.ts'

/** Builders for examples, generators for laws. */

export const TODAY = '2026-11-21'

export const aLine = (of: Partial<CoveredLine> = {}): CoveredLine => ({
  id: 'a',
  pharmacyProductId: 'doliprane',
  price: 1450,
  quantity: 1,
  ...of,
})
export const aPayer = (of: Partial<Payer> = {}): Payer => ({
  policyId: 'policy-1',
  contractId: 'contract-1',
  kind: 'insurance',
  name: 'NSIA',
  rank: 1,
  percent: 80,
  validFrom: null,
  validUntil: null,
  ceilings: [],
  products: new Map(),
  coversOnlyListed: false,
  ...of,
})
export const aCeiling = (of: Partial<Ceiling> = {}): Ceiling => ({
  scope: 'policy',
  period: 'month',
  limit: 50_000,
  used: 0,
  ...of,
})

const productIds = ['p1', 'p2', 'p3', 'p4', 'p5']
// Small amounts make remainders tie, large ones leave 53 bits: eight lines of 10^9 × 10^6 are still a whole number.
const anyPrice = fc.oneof(
  fc.constantFrom(0, 1, 100),
  fc.nat(50),
  fc.nat(20_000),
  fc.integer({ min: 999_000_000, max: 1_000_000_000 }),
)
const anyQuantity = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
)
export const anyPercent = fc.oneof(fc.constantFrom(0, 20, 70, 80, 100), fc.nat(100))

export const anyLines: fc.Arbitrary<CoveredLine[]> = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    pharmacyProductId: fc.constantFrom(...productIds),
    price: anyPrice,
    quantity: anyQuantity,
  }),
  { maxLength: 8, selector: ({ id }) => id },
)

const anyCeiling = (scope: Ceiling['scope']): fc.Arbitrary<Ceiling> =>
  fc.record({
    scope: fc.constant(scope),
    period: fc.constantFrom('sale' as const, 'day' as const, 'month' as const, 'year' as const),
    limit: fc.oneof(fc.nat(200), fc.nat(60_000), fc.nat(2_000_000_000)),
    // More than the limit too: another terminal sold while this one was offline.
    used: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(300) }),
  })

const anyRule: fc.Arbitrary<ProductRule> = fc.oneof(
  fc.constant({ isExcluded: true }),
  fc.record({ percent: anyPercent, referencePrice: fc.oneof(fc.nat(60), fc.nat(15_000)) }, { requiredKeys: [] }),
)
const anyBound = fc.option(fc.constantFrom('2026-11-20', TODAY, '2026-11-22'), { freq: 4 })

export const anyPayer: fc.Arbitrary<Payer> = fc.record({
  policyId: fc.string({ minLength: 1, maxLength: 3 }),
  contractId: fc.constantFrom('c1', 'c2', 'c3'),
  kind: fc.constantFrom('insurance' as const, 'social-security' as const, 'credit' as const),
  name: fc.constantFrom('NSIA', 'CNSS', 'SOBEBRA'),
  rank: fc.integer({ min: 1, max: 3 }),
  percent: anyPercent,
  validFrom: anyBound,
  validUntil: anyBound,
  ceilings: fc.array(anyCeiling('policy'), { maxLength: 2 }),
  products: fc
    .dictionary(fc.constantFrom(...productIds), anyRule, { maxKeys: 4 })
    .map((rules) => new Map(Object.entries(rules))),
  coversOnlyListed: fc.boolean(),
})

/** Payers of one sale: policies of one contract know the same ceilings of it, as the server gives them. */
export const anyPayers: fc.Arbitrary<Payer[]> = fc
  .tuple(
    fc.uniqueArray(anyPayer, { maxLength: 5, selector: ({ policyId }) => policyId }),
    fc.record({
      c1: fc.array(anyCeiling('contract'), { maxLength: 2 }),
      c2: fc.array(anyCeiling('contract'), { maxLength: 2 }),
      c3: fc.constant([]),
    }),
  )
  .map(([payers, ofContracts]) =>
    payers.map((payer) => ({
      ...payer,
      ceilings: [...payer.ceilings, ...ofContracts[payer.contractId as keyof typeof ofContracts]],
    })),
  )

/** As plain data, in which the order of every list and map shows. */
export function plain({ shares, patientLines, ...rest }: Coverage): unknown {
  return {
    ...rest,
    shares: shares.map((share) => ({ ...share, lines: [...share.lines] })),
    patientLines: [...patientLines],
  }
}
