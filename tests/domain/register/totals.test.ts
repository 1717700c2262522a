import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor, sum } from '#shared/domain/money.ts'
import { keptOf, movementTypes } from '#shared/domain/payment.ts'
import {
  movementKinds,
  movementOfGesture,
  movementsOfReversal,
  movementsOfSale,
  type RegisterMovement,
} from '#shared/domain/register/movements.ts'
import {
  addedUpByKind,
  countedTypes,
  expectedByMeans,
  expectedCash,
  totalsByType,
} from '#shared/domain/register/totals.ts'
import { aCash, anyPayment } from '#tests/domain/support/any-sale.ts'

const anyMovement: fc.Arbitrary<RegisterMovement> = fc.record({
  kind: fc.constantFrom(...movementKinds),
  type: fc.constantFrom(...movementTypes),
  amount: fc.integer({ min: -2_000_000, max: 2_000_000 }).map(minor),
  operator: fc.constantFrom(null, undefined, 'MTN MoMo', 'Moov Money'),
})

const roundingOf = (movements: readonly RegisterMovement[]) =>
  sum(movements.filter(({ kind }) => kind === 'rounding').map(({ amount }) => amount))

const morning = [
  movementOfGesture({ kind: 'float', amount: 50_000 }),
  ...movementsOfSale({ payments: [aCash(4890, 10_000)], rounding: 2 }),
  ...movementsOfSale({
    payments: [
      { id: 'm', type: 'MOBILE_MONEY', amount: 2500, phoneOperator: 'MTN MoMo', transactionReference: null },
      { id: 'n', type: 'MOBILE_MONEY', amount: 700, phoneOperator: null, transactionReference: null },
    ],
    rounding: 0,
  }),
  movementOfGesture({ kind: 'disbursement', amount: 1500 }),
  movementOfGesture({ kind: 'collection', type: 'CHEQUE', amount: 30_000 }),
  movementOfGesture({ kind: 'deposit', amount: 40_000 }),
]

test('the drawer holds its float and what came in less what left, never the rounding', () => {
  expect(expectedCash(morning)).toBe(50_000 + 4890 - 1500 - 40_000)
})

test('each other means is expected by itself, mobile money per operator', () => {
  expect(expectedByMeans(morning)).toEqual([
    { type: 'CASH', operator: null, expected: 13_390 },
    { type: 'CHEQUE', operator: null, expected: 30_000 },
    { type: 'MOBILE_MONEY', operator: 'MTN MoMo', expected: 2500 },
    { type: 'MOBILE_MONEY', operator: null, expected: 700 },
  ])
})

test('totals by type', () => {
  expect([...totalsByType(morning)]).toEqual([
    ['CASH', 14_890],
    ['MOBILE_MONEY', 3200],
    ['DISBURSEMENT', -1500],
    ['CHEQUE', 30_000],
  ])
})

test('an empty register expects an empty drawer', () => {
  expect(expectedByMeans([])).toEqual([{ type: 'CASH', operator: null, expected: 0 }])
})

test('types are the whole ledger but its rounding, and the means are all that can be counted of it', () => {
  fc.assert(
    fc.property(fc.array(anyMovement, { maxLength: 40 }), (movements) => {
      const all = sum(movements.map(({ amount }) => amount))
      expect(sum([...totalsByType(movements).values()])).toBe(all - roundingOf(movements))
      const countable = movements.filter(
        ({ kind, type }) =>
          kind !== 'rounding' && (type === 'DISBURSEMENT' || countedTypes.some((each) => each === type)),
      )
      expect(sum(expectedByMeans(movements).map(({ expected }) => expected))).toBe(
        sum(countable.map(({ amount }) => amount)),
      )
    }),
  )
})

test('registers, movements and sales agree: what is expected is the float and what the standing sales took', () => {
  const anyDaySale = fc.record({
    payments: fc.array(anyPayment, { maxLength: 3 }),
    rounding: fc.integer({ min: -12, max: 12 }),
    undone: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyDaySale, { maxLength: 20 }), fc.nat(100_000), (sales, float) => {
      const movements = [
        movementOfGesture({ kind: 'float', amount: float }),
        ...sales.flatMap((sale) => [...movementsOfSale(sale), ...(sale.undone ? movementsOfReversal(sale) : [])]),
      ]
      const standing = sales.filter(({ undone }) => !undone)
      const tookOf = (type: string) =>
        sum(
          standing
            .flatMap(({ payments }) => payments)
            .filter((payment) => payment.type === type)
            .map((payment) => (payment.type === 'CASH' ? keptOf(payment) : payment.amount)),
        )
      const expected = expectedByMeans(movements)
      expect(expectedCash(movements)).toBe(float + tookOf('CASH'))
      for (const type of countedTypes.slice(1))
        expect(sum(expected.filter((row) => row.type === type).map((row) => row.expected))).toBe(tookOf(type))
      expect(roundingOf(movements)).toBe(sum(standing.map(({ rounding }) => rounding)))
    }),
  )
})

test('kinds less what nobody counts are what is expected of all means, whatever the movements', () => {
  fc.assert(
    fc.property(fc.array(anyMovement, { maxLength: 40 }), (movements) => {
      const totals = movements.map(({ kind, type, amount }) => ({ kind, type, amount, count: 1 }))
      const { kinds, neverCounted, rounding } = addedUpByKind(totals)
      const added = [...kinds.map(({ amount }) => amount), ...neverCounted.map(({ amount }) => 0 - amount)]
      expect(added.reduce((all, amount) => all + amount, 0)).toBe(
        sum(expectedByMeans(movements).map(({ expected }) => expected)),
      )
      expect(rounding).toBe(roundingOf(movements))
    }),
  )
})
