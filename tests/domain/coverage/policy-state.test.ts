import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverSale } from '#shared/domain/coverage/coverage.ts'
import { policyState } from '#shared/domain/coverage/policy-state.ts'
import { aCeiling, aLine, anyPayer, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'
import { runs } from '#tests/support/extent.ts'

const until = (validUntil: string | null) => ({ validFrom: null, validUntil })

describe('the state of a policy today', () => {
  test('valid without an end, or with one more than 30 days off', () => {
    expect(policyState(until(null), [], TODAY)).toEqual({ kind: 'valid', daysLeft: null, ceilingLeft: null })
    // 21 November + 31 days
    expect(policyState(until('2026-12-22'), [], TODAY)).toEqual({ kind: 'valid', daysLeft: 31, ceilingLeft: null })
  })

  test('expiring from 30 days before its last day, which counts as 0', () => {
    expect(policyState(until('2026-12-21'), [], TODAY)).toEqual({ kind: 'expiring', daysLeft: 30, ceilingLeft: null })
    expect(policyState(until(TODAY), [], TODAY)).toEqual({ kind: 'expiring', daysLeft: 0, ceilingLeft: null })
    expect(policyState(until('2026-12-21'), [], TODAY, 15)).toMatchObject({ kind: 'valid', daysLeft: 30 })
  })

  test('expired after its last day, not yet valid before its first, whatever the ceilings', () => {
    const ceilings = [aCeiling({ limit: 0 })]
    expect(policyState(until('2026-11-20'), ceilings, TODAY)).toEqual({ kind: 'expired', since: '2026-11-20' })
    expect(policyState({ validFrom: '2026-11-22', validUntil: null }, ceilings, TODAY)).toEqual({
      kind: 'not-yet-valid',
      from: '2026-11-22',
    })
    expect(policyState({ validFrom: TODAY, validUntil: null }, [], TODAY).kind).toBe('valid')
  })

  test('the smallest left over the ceilings, and which', () => {
    const day = aCeiling({ period: 'day', limit: 4000, used: 1500 })
    expect(policyState(until(null), [aCeiling(), day], TODAY)).toEqual({
      kind: 'valid',
      daysLeft: null,
      ceilingLeft: { ceiling: day, left: 2500 },
    })
  })

  test('exhausted when a ceiling leaves nothing, before it is said that it expires soon', () => {
    const month = aCeiling({ used: 50_001 })
    expect(policyState(until('2026-11-25'), [aCeiling({ scope: 'contract' }), month], TODAY)).toEqual({
      kind: 'exhausted',
      daysLeft: 4,
      ceilingLeft: { ceiling: month, left: 0 },
    })
  })
})

test('what the state says is what a sale gets: nothing, or as much as is left', () => {
  fc.assert(
    fc.property(anyPayer, (any) => {
      const payer = { ...any, percent: 100, products: new Map(), coversOnlyListed: false }
      const state = policyState(payer, payer.ceilings, TODAY)
      const { amount } = coverSale([aLine({ price: 1_000_000_000, quantity: 3 })], [payer], TODAY).shares[0]!
      const canPay = state.kind === 'valid' || state.kind === 'expiring'
      expect(amount > 0).toBe(canPay)
      if (canPay) expect(amount).toBe(state.ceilingLeft?.left ?? 3_000_000_000)
    }),
    { numRuns: runs(2000) },
  )
})
