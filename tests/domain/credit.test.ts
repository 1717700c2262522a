import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closingRefusal } from '#shared/domain/closing-refusals.ts'
import { beyondDebt, creditAfter, creditExcess, owedAfterCollections, restsAfter } from '#shared/domain/credit.ts'
import { aSale } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

describe('what a new credit payment makes of a credit', () => {
  test('within the limit: what is owed, billed or not, and what is left', () => {
    // 30 000 + 12 000 = 42 000 owed; with 5 000 more 47 000; of 50 000 are left 3 000.
    expect(creditAfter({ limit: 50_000, billed: 30_000, unbilled: 12_000 }, 5000)).toEqual({
      outgoing: 42_000,
      after: 47_000,
      left: 3000,
      excess: 0,
    })
  })

  test('up to the limit is not beyond it, one franc more is', () => {
    expect(creditAfter({ limit: 50_000, billed: 50_000, unbilled: 0 }, 0)).toEqual({
      outgoing: 50_000,
      after: 50_000,
      left: 0,
      excess: 0,
    })
    expect(creditAfter({ limit: 50_000, billed: 30_000, unbilled: 12_000 }, 8001)).toEqual({
      outgoing: 42_000,
      after: 50_001,
      left: 0,
      excess: 1,
    })
  })

  test('without a limit nothing is beyond; with one of 0 everything is', () => {
    expect(creditAfter({ limit: null, billed: 9e9, unbilled: 0 }, 1450)).toEqual({
      outgoing: 9e9,
      after: 9_000_001_450,
      left: null,
      excess: 0,
    })
    expect(creditAfter({ limit: 0, billed: 0, unbilled: 0 }, 1450)).toEqual({
      outgoing: 0,
      after: 1450,
      left: 0,
      excess: 1450,
    })
  })

  test('money that is not whole is refused', () => {
    expect(() => creditAfter({ limit: null, billed: 0.5, unbilled: 0 }, 0)).toThrow(RangeError)
  })
})

describe('what a client who paid back still owes', () => {
  test('what he paid back pays what no bill asks for first, then the bills', () => {
    const owed = (collected: number) => owedAfterCollections({ billed: 1000, unbilled: 1000, collected })
    expect(owed(0)).toEqual({ billed: 1000, unbilled: 1000 })
    expect(owed(400)).toEqual({ billed: 1000, unbilled: 600 })
    expect(owed(1500)).toEqual({ billed: 500, unbilled: 0 })
  })

  test('what he paid beyond all of it is no debt below zero, and pays what is bought next', () => {
    expect(owedAfterCollections({ billed: 1000, unbilled: 1000, collected: 2200 })).toEqual({ billed: 0, unbilled: 0 })
    expect(owedAfterCollections({ billed: 1000, unbilled: 2000, collected: 2200 })).toEqual({
      billed: 800,
      unbilled: 0,
    })
  })
})

describe('what is left of each thing that a client owes', () => {
  const rests = (lefts: readonly number[], collected: number) =>
    restsAfter(
      lefts.map((left) => ({ left })),
      collected,
    ).map(({ rest }) => rest)

  test('is what his money did not reach, the oldest first', () => {
    expect(rests([500, 300, 200], 0)).toEqual([500, 300, 200])
    expect(rests([500, 300, 200], 600)).toEqual([0, 200, 200])
    expect(rests([500, 300, 200], 5000)).toEqual([0, 0, 0])
  })

  test('is never below zero, adds up to what he owes, and grows for nobody when something is brought back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1 }), fc.nat(20_000), fc.nat(), (lefts, collected, which) => {
        const owed = lefts.map((left) => ({ left }))
        const spread = restsAfter(owed, collected)
        const unbilled = lefts.reduce((sum, left) => sum + left, 0)
        expect(spread.reduce((sum, { rest }) => sum + rest, 0)).toBe(
          owedAfterCollections({ billed: 0, unbilled, collected }).unbilled,
        )
        for (const { of, repaid, rest } of spread) {
          expect(Math.min(repaid, rest)).toBeGreaterThanOrEqual(0)
          expect(repaid + rest).toBe(of.left)
        }
        const back = owed[which % owed.length]!
        const after = new Map(
          restsAfter(
            owed.filter((one) => one !== back),
            collected,
          ).map(({ of, rest }) => [of, rest]),
        )
        for (const { of, rest } of spread) if (of !== back) expect(after.get(of)).toBeLessThanOrEqual(rest)
      }),
      { numRuns: runs(1000) },
    )
  })
})

test('what is paid back beyond the debt is what no debt takes', () => {
  expect(beyondDebt(1000, 1000)).toBe(0)
  expect(beyondDebt(1000, 1001)).toBe(1)
  expect(beyondDebt(0, 500)).toBe(500)
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (debt, paid) => {
      const beyond = beyondDebt(debt, paid)
      expect(paid - beyond).toBe(Math.min(debt, paid))
      expect(owedAfterCollections({ billed: 0, unbilled: debt, collected: paid - beyond }).unbilled).toBe(
        Math.max(0, debt - paid),
      )
    }),
    { numRuns: runs(500) },
  )
})

const anySums = fc.record({ billed: fc.nat(80_000), unbilled: fc.nat(80_000), collected: fc.nat(200_000) })

test('a client owes in all what he took on credit less what he paid back; no bill is paid before what is not billed', () => {
  fc.assert(
    fc.property(anySums, fc.nat(50_000), (sums, more) => {
      const owed = owedAfterCollections(sums)
      expect(owed.billed + owed.unbilled).toBe(Math.max(0, sums.billed + sums.unbilled - sums.collected))
      expect(Math.min(owed.billed, owed.unbilled)).toBeGreaterThanOrEqual(0)
      if (owed.unbilled > 0) expect(owed.billed).toBe(sums.billed)
      // Paying in two goes is paying at once, as long as no more is paid than is owed.
      const rest = Math.min(more, owed.billed + owed.unbilled)
      expect(owedAfterCollections({ ...sums, collected: sums.collected + rest })).toEqual(
        owedAfterCollections({ ...owed, collected: rest }),
      )
    }),
    { numRuns: runs(2000) },
  )
})

const anyCredit = fc.record({ limit: fc.option(fc.nat(100_000)), billed: fc.nat(80_000), unbilled: fc.nat(80_000) })

test('outgoing + payment = after = limit − left + excess; only one of left and excess is there, and what is billed changes neither', () => {
  fc.assert(
    fc.property(anyCredit, fc.nat(100_000), (credit, payment) => {
      const { outgoing, after, left, excess } = creditAfter(credit, payment)
      expect(outgoing + payment).toBe(after)
      if (credit.limit !== null) expect(credit.limit - left! + excess).toBe(after)
      expect(Math.min(left ?? 0, excess)).toBe(0)
      expect(Math.min(excess, left ?? 0, outgoing)).toBeGreaterThanOrEqual(0)
      expect(creditAfter({ ...credit, billed: 0, unbilled: outgoing }, payment)).toEqual({
        outgoing,
        after,
        left,
        excess,
      })
      expect(creditExcess({ limit: credit.limit, outgoing }, payment)).toBe(excess)
    }),
    { numRuns: runs(2000) },
  )
})

test('a sale may close on credit exactly when nothing would be beyond the limit', () => {
  fc.assert(
    fc.property(anyCredit, fc.integer({ min: 1, max: 100_000 }), (credit, payment) => {
      const { outgoing, excess } = creditAfter(credit, payment)
      const sale = aSale({
        records: [],
        vouchers: [{ id: 'v', label: 'Livraison', quantity: 1, price: payment }],
        payments: [{ id: 'p', type: 'CREDIT', amount: payment, creditMetadata: { person: 'c1' } }],
      })
      const facts = {
        cashStep: 5,
        stockItems: new Map(),
        credit: new Map([['c1', { outgoing, limit: credit.limit }]]),
        today: '2026-11-21',
        maySellExpired: false,
        mayDispenseListed: false,
        listOneNeedsPrescription: true,
        mayDiscount: false,
      }
      const details = { clientId: 'c1', current: outgoing, excess, limit: credit.limit }
      expect(closingRefusal(sale, facts)).toEqual(
        excess > 0 ? { message: 'sales:cannotCloseSaleWithCreditLimitExceeded', details } : null,
      )
    }),
    { numRuns: runs(2000) },
  )
})
