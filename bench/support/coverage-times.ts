import { coverSale, type CoveredLine, type Payer, type ProductRule } from '#shared/domain/coverage/coverage.ts'
import { ceilingsOf } from '#shared/domain/coverage/policy-uses.ts'
import { percentilesOf, type Percentiles } from './percentiles.ts'

const TODAY = '2026-11-21'

/**
 * Measures one call of the coverage rule, in ms: a sale of 30 lines with a national scheme, an insurer whose ceilings
 * apply, and a company that pays the rest up to its own ceiling.
 */
export function measureCoverage(calls = 20_000): Percentiles {
  const [lines, payers] = [thirtyLines(), threePayers()]
  const times: number[] = []
  let covered = 0
  // The first tenth is a warm-up and not measured.
  for (let call = -calls / 10; call < calls; call++) {
    const startedAt = performance.now()
    const { total, patient, shares } = coverSale(lines, payers, TODAY)
    const ms = performance.now() - startedAt
    if (call >= 0) times.push(ms)
    covered += total - patient
    if (shares.some(({ amount }) => amount === 0)) throw new Error('a payer that takes nothing is not worth measuring')
  }
  if (covered <= 0) throw new Error('nothing was covered: there is nothing to measure')
  return percentilesOf(times)
}

// Ids as the counter makes them, unsorted: the rule sorts.
function thirtyLines(): CoveredLine[] {
  return Array.from({ length: 30 }, (_, place) => ({
    id: `019a9c3e-7d20-7${String((place * 7) % 30).padStart(3, '0')}-8f3a-2b1c0d9e8f70`,
    pharmacyProductId: `product-${place}`,
    price: 350 + place * 487,
    quantity: 1 + (place % 4),
  }))
}

function threePayers(): Payer[] {
  const scheme = new Map<string, ProductRule>(
    Array.from({ length: 400 }, (_, place) => [`product-${place * 2}`, { referencePrice: 900 + place * 31 }]),
  )
  const insurer = new Map<string, ProductRule>([
    ['product-3', { isExcluded: true }],
    ['product-9', { percent: 50 }],
  ])
  const uses = { day: TODAY, usedOnDay: 10_000, usedInMonth: 60_000 }
  const always = { validFrom: '2026-01-01', validUntil: '2026-12-31', contractId: 'contract' }
  return [
    {
      ...always,
      policyId: 'company',
      kind: 'credit',
      name: 'SOBEBRA',
      rank: 2,
      percent: 100,
      products: new Map(),
      coversOnlyListed: false,
      ceilings: ceilingsOf('contract', { perSale: null, perDay: null, perMonth: 250_000, perYear: null }, uses, TODAY),
    },
    {
      ...always,
      policyId: 'insurer',
      contractId: 'other',
      kind: 'insurance',
      name: 'NSIA',
      rank: 1,
      percent: 80,
      products: insurer,
      coversOnlyListed: false,
      ceilings: ceilingsOf(
        'policy',
        { perSale: 90_000, perDay: 100_000, perMonth: 200_000, perYear: null },
        uses,
        TODAY,
      ),
    },
    {
      ...always,
      policyId: 'scheme',
      contractId: 'national',
      kind: 'social-security',
      name: 'CMU',
      rank: 1,
      percent: 70,
      products: scheme,
      coversOnlyListed: true,
      ceilings: [],
    },
  ]
}
