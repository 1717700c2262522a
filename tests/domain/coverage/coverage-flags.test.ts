import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageFlags, type PaidByPolicy } from '#shared/domain/coverage/coverage-flags.ts'
import { coverSale } from '#shared/domain/coverage/coverage.ts'
import { aCeiling, anyLines, anyPayers, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'
import { runs } from '#tests/support/property-runs.ts'

const paid = (of: Partial<PaidByPolicy> = {}): PaidByPolicy => ({
  contractId: 'c1',
  amount: 1000,
  claimed: 80,
  percent: 80,
  isBarred: false,
  validities: [],
  ceilings: [],
  ...of,
})
const flags = (...payments: Partial<PaidByPolicy>[]) => coverageFlags(payments.map(paid), TODAY)

describe('a share that is looked at again', () => {
  test('is one of a policy or contract that is archived, expired or not valid yet', () => {
    expect(flags({ isBarred: true })).toEqual(['coverage:invalid'])
    expect(
      flags({
        validities: [
          { validFrom: null, validUntil: null },
          { validFrom: null, validUntil: '2026-11-20' },
        ],
      }),
    ).toEqual(['coverage:invalid'])
    expect(flags({ validities: [{ validFrom: '2026-11-22', validUntil: null }] })).toEqual(['coverage:invalid'])
    expect(flags({ validities: [{ validFrom: TODAY, validUntil: TODAY }] })).toEqual([])
  })

  test('is one above what a ceiling leaves, and not one that reaches it', () => {
    // 5,000 − 4,200 = 800 left of the month
    const ceilings = [aCeiling({ limit: 5000, used: 4200 }), aCeiling({ period: 'sale', limit: 1000 })]
    expect(flags({ amount: 801, ceilings })).toEqual(['coverage:overrun'])
    expect(flags({ amount: 800, ceilings })).toEqual([])
  })

  test('is the second of two policies that share what their contract leaves', () => {
    const ceilings = [aCeiling({ scope: 'contract', period: 'day', limit: 1500 })]
    expect(flags({ amount: 1000, ceilings }, { amount: 500, ceilings })).toEqual([])
    expect(flags({ amount: 1000, ceilings }, { amount: 501, ceilings })).toEqual(['coverage:overrun'])
    expect(flags({ amount: 1000, ceilings }, { amount: 1000, ceilings, contractId: 'c2' })).toEqual([])
  })

  test('is one at a rate above the policy’s; a payment that says no rate is not one', () => {
    expect(flags({ claimed: 81 })).toEqual(['coverage:raised'])
    expect(flags({ claimed: 79 }, { claimed: 80 }, { claimed: null })).toEqual([])
    expect(flags({ claimed: 100, amount: 0 })).toEqual([])
  })

  test('can be both', () =>
    expect(flags({ isBarred: true, ceilings: [aCeiling({ limit: 0 })] })).toEqual([
      'coverage:invalid',
      'coverage:overrun',
    ]))

  test('is none that pays nothing', () =>
    expect(flags({ amount: 0, isBarred: true, ceilings: [aCeiling({ limit: 10, used: 20 })] })).toEqual([]))
})

test('what the coverage rule gives is never looked at again; one franc more than a ceiling gave always is', () => {
  let limited = 0
  fc.assert(
    fc.property(anyLines, anyPayers, (lines, payers) => {
      const { shares } = coverSale(lines, payers, TODAY)
      const payments = shares.map(({ policyId, amount }): PaidByPolicy => {
        const { contractId, ceilings, percent, ...validity } = payers.find((payer) => payer.policyId === policyId)!
        return { contractId, amount, claimed: percent, percent, isBarred: false, validities: [validity], ceilings }
      })
      expect(coverageFlags(payments, TODAY)).toEqual([])
      for (const [place, { amount, ceilings }] of payments.entries()) {
        if (amount === 0 || !ceilings.some(({ scope, limit, used }) => scope === 'policy' && limit - used === amount))
          continue
        limited++
        expect(coverageFlags(payments.with(place, { ...payments[place]!, amount: amount + 1 }), TODAY)).toEqual([
          'coverage:overrun',
        ])
      }
    }),
    { numRuns: runs(1000) },
  )
  expect(limited).toBeGreaterThan(20)
})
