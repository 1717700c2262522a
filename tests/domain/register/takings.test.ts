import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor, sum } from '#shared/domain/money.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds, movementOfGesture, movementsOfSale } from '#shared/domain/register/movements.ts'
import {
  isTaken,
  notTakenByType,
  placedKinds,
  takenKinds,
  takenTypes,
  takings,
  takingsByMeans,
  typesOfMeans,
} from '#shared/domain/register/takings.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { aCash } from '#tests/domain/support/any-sale.ts'

const anyLine = fc.record({
  kind: fc.constantFrom(...movementKinds),
  type: fc.constantFrom(...movementTypes),
  amount: fc.integer({ min: -2_000_000, max: 2_000_000 }).map(minor),
})
/** What the ledger can hold: money that is placed is cash, and only a disbursement has its type. */
const anyKeptLine = anyLine.filter(
  ({ kind, type }) =>
    (type === 'DISBURSEMENT') === (kind === 'disbursement') && (!placedKinds.includes(kind) || type === 'CASH'),
)
const amounts = (lines: readonly { amount: number }[]) => sum(lines.map(({ amount }) => amount))

const morning = [
  movementOfGesture({ kind: 'float', amount: 50_000 }),
  movementOfGesture({ kind: 'cash-in', amount: 10_000 }),
  ...movementsOfSale({ payments: [aCash(4890, 10_000)], rounding: 2 }),
  ...movementsOfSale({
    payments: [
      {
        id: 'c',
        type: 'INSURANCE',
        amount: 8000,
        insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: 'p', voucher: null },
      },
      { id: 'd', type: 'CREDIT_CARD', amount: 2000 },
    ],
    rounding: 0,
  }),
  movementOfGesture({ kind: 'disbursement', amount: 1500 }),
  movementOfGesture({ kind: 'collection', type: 'CHEQUE', amount: 30_000 }),
  movementOfGesture({ kind: 'deposit', amount: 40_000 }),
]

test('floats, cash put in and deposits are no takings, a disbursement lowers the cash, an insurer pays later', () => {
  expect([...takingsByMeans(morning)]).toEqual([
    ['CASH', 3390],
    ['CHEQUE', 30_000],
    ['CREDIT_CARD', 2000],
  ])
  expect(takings(morning)).toBe(35_390)
  expect([...notTakenByType(morning)]).toEqual([['INSURANCE', 8000]])
})

test('the takings are the sum of their means, and each means is the sum of the lines of its filter', () => {
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const byMeans = takingsByMeans(lines)
      expect(sum([...byMeans.values()])).toBe(takings(lines))
      for (const [means, amount] of byMeans) {
        const types = typesOfMeans(means)
        const listed = lines.filter(({ kind, type }) => takenKinds.includes(kind) && types.includes(type))
        expect(amounts(listed)).toBe(amount)
      }
    }),
  )
})

test('every line is taken, placed, rounding, or to be paid later, and never two of them', () => {
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const apart = lines.filter(({ kind }) => kind === 'rounding' || placedKinds.includes(kind))
      expect(takings(lines) + sum([...notTakenByType(lines).values()]) + amounts(apart)).toBe(amounts(lines))
      expect(lines.filter((line) => isTaken(line) && !takenTypes.includes(line.type))).toEqual([])
    }),
  )
})

test('a drawer holds the cash of its takings and what was placed in it', () => {
  fc.assert(
    fc.property(fc.array(anyKeptLine), (lines) => {
      const placed = amounts(lines.filter(({ kind }) => placedKinds.includes(kind)))
      expect((takingsByMeans(lines).get('CASH') ?? 0) + placed).toBe(expectedCash(lines))
    }),
  )
})
