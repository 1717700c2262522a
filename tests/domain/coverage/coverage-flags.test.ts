import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageFlags, type PaidByPolicy } from '#shared/domain/coverage/coverage-flags.ts'
import { coverSale, type CoveredLine, type Payer } from '#shared/domain/coverage/coverage.ts'
import { paymentsOfCoverage } from '#shared/domain/coverage/payments-of-coverage.ts'
import { shareFaults, sharesOf } from '#shared/domain/coverage/share-faults.ts'
import { policyOfPayment, type LineShare } from '#shared/domain/payment.ts'
import { aCeiling, aLine, anyLines, anyPayers, aPayer, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'
import { runs } from '#tests/support/extent.ts'

const paid = ({
  payer,
  ...of
}: Partial<Omit<PaidByPolicy, 'payer'>> & { payer?: Partial<Payer> } = {}): PaidByPolicy => ({
  payer: aPayer(payer),
  amount: 800,
  shares: undefined,
  claimed: 80,
  isBarred: false,
  ...of,
})
const line = aLine({ price: 1000 })
const flags = (...payments: Parameters<typeof paid>) => flagsOf([line], ...payments)
const flagsOf = (lines: CoveredLine[], ...payments: Parameters<typeof paid>[0][]) =>
  coverageFlags(lines, payments.map(paid), TODAY)

describe('a share that is looked at again', () => {
  test('is one of a policy that is archived, expired or not valid yet', () => {
    expect(flags({ isBarred: true })).toEqual(['coverage:invalid'])
    expect(flags({ payer: { validUntil: '2026-11-20' } })).toEqual(['coverage:invalid'])
    expect(flags({ payer: { validFrom: '2026-11-22' } })).toEqual(['coverage:invalid'])
    expect(flags({ payer: { validFrom: TODAY, validUntil: TODAY } })).toEqual([])
  })

  test('is one above what a ceiling leaves, and not one that reaches it', () => {
    // 5,000 − 4,500 = 500 left of the month
    const ceilings = [aCeiling({ limit: 5000, used: 4500 }), aCeiling({ period: 'sale', limit: 700 })]
    expect(flags({ amount: 501, payer: { ceilings } })).toEqual(['coverage:overrun'])
    expect(flags({ amount: 500, payer: { ceilings } })).toEqual([])
  })

  test('is the second of two policies that share what their contract leaves', () => {
    const ceilings = [aCeiling({ scope: 'contract', period: 'day', limit: 900 })]
    const second = { policyId: 'policy-2', rank: 2, ceilings }
    expect(flagsOf([line], { payer: { ceilings } }, { amount: 100, payer: second })).toEqual([])
    expect(flagsOf([line], { payer: { ceilings } }, { amount: 101, payer: second })).toEqual(['coverage:overrun'])
    expect(
      flagsOf([line], { payer: { ceilings } }, { amount: 200, payer: { ...second, contractId: 'contract-2' } }),
    ).toEqual([])
  })

  test('is one at a rate above the policy’s; a payment that says no rate is not one', () => {
    expect(flags({ claimed: 81 })).toEqual(['coverage:raised'])
    expect(flags({ claimed: 79 })).toEqual([])
    expect(flags({ claimed: null })).toEqual([])
    expect(flags({ claimed: 100, amount: 0, payer: { percent: 0 } })).toEqual([])
  })

  test('is one that takes more of the sale, or of one line, than its rules give', () => {
    expect(flags({ amount: 801 })).toEqual(['coverage:raised'])
    expect(flags({ amount: 1000 })).toEqual(['coverage:raised'])
    const lines = [line, aLine({ id: 'b', pharmacyProductId: 'excluded', price: 500 })]
    const payer = { products: new Map([['excluded', { isExcluded: true }]]) }
    const shares = [
      { lineId: 'a', amount: 700 },
      { lineId: 'b', amount: 100 },
    ]
    expect(flagsOf(lines, { payer, shares })).toEqual(['coverage:raised'])
    expect(flagsOf(lines, { payer, shares: [{ lineId: 'a', amount: 800 }] })).toEqual([])
  })

  test('is one that takes what an earlier payer took already, and not one that takes the rest', () => {
    const complementary = { policyId: 'policy-2', rank: 2, percent: 50 }
    expect(flagsOf([line], {}, { amount: 200, claimed: 50, payer: complementary })).toEqual([])
    expect(flagsOf([line], {}, { amount: 201, claimed: 50, payer: complementary })).toEqual(['coverage:raised'])
    // what comes first in the sale does not pay first
    expect(flagsOf([line], { amount: 200, claimed: 50, payer: complementary }, {})).toEqual([])
  })

  test('is one that pays less than its rules give, or divides it otherwise', () => {
    expect(flags({ amount: 799 })).toEqual(['coverage:differs'])
    expect(flags({ amount: 800, shares: [{ lineId: 'a', amount: 799 }] })).toEqual(['coverage:differs'])
    expect(flags({ amount: 0 })).toEqual(['coverage:differs'])
  })

  test('can be both', () =>
    expect(flags({ isBarred: true, payer: { ceilings: [aCeiling({ limit: 0 })] } })).toEqual([
      'coverage:invalid',
      'coverage:overrun',
    ]))

  test('is none that pays nothing', () =>
    expect(flags({ amount: 0, isBarred: true, payer: { ceilings: [aCeiling({ limit: 10, used: 20 })] } })).toEqual([]))
})

/** The payments of a sale, as the till makes them, and their shares as the server judges them. */
function ofTill(lines: readonly CoveredLine[], payers: readonly Payer[]) {
  const payments = paymentsOfCoverage(coverSale(lines, payers, TODAY), payers, {
    paymentId: (policyId) => policyId,
    identifierOf: () => null,
    organizationOf: () => null,
  })
  const judged = payments.map((payment): PaidByPolicy => {
    const payer = payers.find(({ policyId }) => policyId === policyOfPayment(payment))!
    return { payer, amount: payment.amount, shares: sharesOf(payment), claimed: payer.percent, isBarred: false }
  })
  return { payments, judged }
}
const recordsOf = (lines: readonly CoveredLine[]) =>
  lines.map(({ id, price, quantity }) => ({ id, stockItemId: id, label: id, price, quantity }))

test('what the coverage rule gives is never looked at again, with its shares or without; any changed franc is', () => {
  let changed = 0
  fc.assert(
    fc.property(anyLines, anyPayers, (lines, payers) => {
      const { payments, judged } = ofTill(lines, payers)
      expect(coverageFlags(lines, judged, TODAY)).toEqual([])
      expect(
        coverageFlags(
          lines,
          judged.map((one) => ({ ...one, shares: undefined })),
          TODAY,
        ),
      ).toEqual([])
      expect(shareFaults({ records: recordsOf(lines), payments })).toEqual([])
      for (const [place, one] of judged.entries())
        for (const [franc, from] of [
          [1, undefined],
          [-1, undefined],
          [1, one.shares!.at(-1)],
        ] as const) {
          const [first] = one.shares!
          if (from && from === first) continue
          const moved = one.shares!.map((share): LineShare =>
            share === first
              ? { ...share, amount: share.amount + franc }
              : share === from
                ? { ...share, amount: share.amount - franc }
                : share,
          )
          const amount = from ? one.amount : one.amount + franc
          expect(coverageFlags(lines, judged.with(place, { ...one, amount, shares: moved }), TODAY)).not.toEqual([])
          changed++
        }
    }),
    { numRuns: runs(1000) },
  )
  expect(changed).toBeGreaterThan(runs(100))
})
