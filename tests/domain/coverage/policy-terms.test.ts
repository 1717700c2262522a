import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilingsOfBoth, policyTerms } from '#shared/domain/coverage/policy-terms.ts'
import { lapseOn } from '#shared/domain/coverage/validity.ts'
import { runs } from '#tests/support/extent.ts'

const today = '2026-11-21'
const none = { perSale: null, perDay: null, perMonth: null, perYear: null }
const open = { validFrom: null, validUntil: null, ceilings: none, uses: null }

test('its own percent stands before the contract’s, also when it is 0', () => {
  expect(policyTerms({ ...open, coverage: null }, { ...open, defaultCoverage: 80 }, today).percent).toBe(80)
  expect(policyTerms({ ...open, coverage: 0 }, { ...open, defaultCoverage: 80 }, today).percent).toBe(0)
})

test('the ceilings of both stand side by side, each with its own uses', () => {
  const policy = {
    ceilings: { ...none, perMonth: 40_000 },
    uses: { day: today, usedOnDay: 0, usedInMonth: 2_250, usedInYear: 2_250 },
  }
  const contract = {
    validFrom: null,
    ceilings: { ...none, perMonth: 300_000 },
    uses: { day: today, usedOnDay: 0, usedInMonth: 15_650, usedInYear: 15_650 },
  }
  expect(ceilingsOfBoth(policy, contract, today)).toEqual([
    { scope: 'policy', period: 'month', limit: 40_000, used: 2_250 },
    { scope: 'contract', period: 'month', limit: 300_000, used: 15_650 },
  ])
})

const anyDay = fc.option(
  fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  { nil: null },
)

test('a day is covered exactly when policy and contract both cover it', () => {
  fc.assert(
    fc.property(anyDay, anyDay, anyDay, anyDay, anyDay, (a, b, c, d, day) => {
      const [policy, contract] = [
        { ...open, validFrom: a, validUntil: b, coverage: null },
        { ...open, validFrom: c, validUntil: d, defaultCoverage: 80 },
      ]
      const asked = day ?? today
      expect(lapseOn(asked, policyTerms(policy, contract, today)) === null).toBe(
        lapseOn(asked, policy) === null && lapseOn(asked, contract) === null,
      )
    }),
    { numRuns: runs(2000) },
  )
})
