import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import type { CountedDay } from '#shared/domain/register/causes/counted-day.ts'
import { missingDisbursement } from '#shared/domain/register/causes/missing-disbursement.ts'
import { movementOfGesture } from '#shared/domain/register/movements.ts'

type Past = CountedDay['pastDisbursements']

/** A day on which movements of these reasons were written. */
const aDay = (past: Past, today: readonly string[] = [], kind: 'disbursement' | 'cash-in' = 'disbursement') => ({
  movements: today.map((reason, n) => ({
    ...movementOfGesture({ kind, amount: 600 }),
    id: String(n),
    at: '2026-11-21T08:00:00.000Z',
    userId: 'aurele',
    saleId: null,
    reason,
  })),
  sales: [],
  differences: [],
  denominations: [],
  countedBefore: null,
  pastDisbursements: past,
})
const suspicions = (gap: number, day: CountedDay, type: 'CASH' | 'CREDIT_CARD' = 'CASH') =>
  missingDisbursement(day, { type, operator: null, expected: minor(0), counted: minor(gap), gap: minor(gap) })
const chances = (gap: number, ...day: Parameters<typeof aDay>) =>
  suspicions(gap, aDay(...day)).map(({ evidence, chance }) => [evidence.reason, Number(chance.toFixed(5))])

const paid = (reason: string, ...amounts: number[]): Past => amounts.map((amount) => ({ reason, amount }))

test('the only reason of other days has the whole weight', () => {
  expect(chances(-2550, paid('Eau', 2550))).toEqual([['Eau', 0.85]])
  expect(chances(-2550, paid('Eau', 2550, 2550, 2000, 2000))).toEqual([['Eau', 0.3 + 0.02083]])
})

test('a reason weighs as often as it was paid, and half of that when it was written today', () => {
  const past = [...paid('Eau', 2525), ...paid('Transport', 2525, 2525)]
  expect(chances(-2525, past)).toEqual([
    ['Eau', 0.2],
    ['Transport', 0.4],
  ])
  expect(chances(-2525, past, ['Transport'])).toEqual([
    ['Eau', 0.3],
    ['Transport', 0.3],
  ])
  expect(chances(-2525, past, ['Transport'], 'cash-in')).toEqual(chances(-2525, past))
})

test('a sum between two that were paid counts in steps of 50, and a round one is possible without a reason', () => {
  const past = paid('Eau', 1000, 1950)
  expect(chances(-1500, past)).toEqual([
    ['Eau', 0.0125],
    [null, 0.00375],
  ])
  expect(chances(-1525, past)).toEqual([])
  expect(chances(-20_000, past)).toEqual([[null, 0.00375]])
  expect(chances(-20_500, past)).toEqual([])
})

test('only cash that is missing was paid out', () => {
  const day = aDay(paid('Eau', 1, 0))
  expect(suspicions(-1, day)).toHaveLength(1)
  for (const gap of [0, 1]) expect(suspicions(gap, day)).toEqual([])
  expect(suspicions(-1, day, 'CREDIT_CARD')).toEqual([])
})

test('the evidence says how often exactly this sum was paid for the reason', () => {
  expect(suspicions(-500, aDay(paid('Eau', 500, 500, 1000))).map(({ evidence }) => evidence)).toEqual([
    { kind: 'missing-disbursement', reason: 'Eau', timesSeen: 2 },
    { kind: 'missing-disbursement', reason: null, timesSeen: 0 },
  ])
})

test('the chances of one gap never exceed 1, and it explains that one gap alone', () => {
  const anyPast = fc.array(
    fc.record({ reason: fc.constantFrom('Eau', 'Transport', 'Repas'), amount: fc.constantFrom(500, 550, 1000, 2525) }),
    { maxLength: 12 },
  )
  const anyToday = fc.subarray(['Eau', 'Transport', 'Divers'])
  fc.assert(
    fc.property(anyPast, anyToday, fc.integer({ min: 1, max: 60 }), (past, today, steps) => {
      const found = suspicions(steps * -25, aDay(past, today))
      expect(found.reduce((sum, { chance }) => sum + chance, 0)).toBeLessThanOrEqual(1)
      for (const { chance, explains } of found) expect([chance > 0, explains]).toEqual([true, 1])
    }),
  )
})
