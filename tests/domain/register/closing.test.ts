import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#shared/domain/money.ts'
import {
  differences,
  isCountedAgain,
  isUneven,
  sortUnsent,
  type Count,
  type Unsent,
} from '#shared/domain/register/closing.ts'
import { movementOfGesture, movementsOfSale } from '#shared/domain/register/movements.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { aCash, anyPayment } from '#tests/domain/support/any-sale.ts'

const aSaleLeft = (status: Unsent['status']): Unsent => ({
  id: status,
  kind: 'sale',
  identifier: 'A-1',
  status,
  total: 2500,
})
const movements = [
  movementOfGesture({ kind: 'float', amount: 50_000 }),
  ...movementsOfSale({ payments: [aCash(4890)], rounding: 2 }),
  ...movementsOfSale({
    payments: [{ id: 'm', type: 'MOBILE_MONEY', amount: 2500, phoneOperator: 'MTN MoMo', transactionReference: 'X' }],
    rounding: 0,
  }),
]
const drawer = (total: number) => [{ form: 'coin' as const, value: 5, count: total / 5 }]
const mtn = { type: 'MOBILE_MONEY' as const, operator: 'MTN MoMo' }

test('open, refused and waiting sales are told apart', () => {
  const unsent = [aSaleLeft('ONGOING'), aSaleLeft('LOCAL'), aSaleLeft('ERROR'), aSaleLeft('SUBMITTING')]
  expect(sortUnsent(unsent)).toEqual({ open: [unsent[0], unsent[1]], refused: [unsent[2]], waiting: [unsent[3]] })
})

test('money where none was expected is a difference', () => {
  const wave = { type: 'MOBILE_MONEY' as const, operator: 'Wave' }
  expect(
    differences(movements, {
      denominations: drawer(54_890),
      others: [
        { ...mtn, counted: 0 },
        { ...wave, counted: 2500 },
      ],
    }),
  ).toEqual([
    { type: 'CASH', operator: null, expected: 54_890, counted: 54_890, gap: 0 },
    { ...mtn, expected: 2500, counted: 0, gap: -2500 },
    { ...wave, expected: 0, counted: 2500, gap: 2500 },
  ])
})

test.each([
  { counted: 'what was expected', cash: 54_890, mobile: 2500, uneven: false },
  { counted: 'too little in the drawer', cash: 52_390, mobile: 2500, uneven: true },
  { counted: 'nothing of a means that moved', cash: 54_890, mobile: 0, uneven: true },
  { counted: 'two gaps that cancel out', cash: 52_390, mobile: 5000, uneven: true },
])('$counted: uneven is $uneven', ({ cash, mobile, uneven }) => {
  expect(isUneven(differences(movements, { denominations: drawer(cash), others: [{ ...mtn, counted: mobile }] }))).toBe(
    uneven,
  )
})

test('what is expected and the gaps are what was counted, to the unit', () => {
  const anyOthers = fc.array(
    fc.record({
      type: fc.constantFrom('CHEQUE' as const, 'CREDIT_CARD' as const, 'MOBILE_MONEY' as const),
      operator: fc.constantFrom(null, 'MTN MoMo'),
      counted: fc.nat(500_000),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 8 }), fc.nat(50_000), anyOthers, (payments, coins, others) => {
      const ledger = movementsOfSale({ payments, rounding: 0 })
      const rows = differences(ledger, { denominations: [{ form: 'coin', value: 5, count: coins }], others })
      expect(rows[0]).toMatchObject({ type: 'CASH', expected: expectedCash(ledger), counted: coins * 5 })
      for (const { expected, counted, gap } of rows) expect(expected + gap).toBe(counted)
      expect(sum(rows.map(({ counted }) => counted))).toBe(coins * 5 + sum(others.map(({ counted }) => counted)))
    }),
  )
})

test('whatever is unsent is in exactly one list', () => {
  const anyUnsent = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom('sale' as const, 'collection' as const),
    identifier: fc.constant('A-1'),
    status: fc.constantFrom('LOCAL' as const, 'ONGOING' as const, 'SUBMITTING' as const, 'ERROR' as const),
    total: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(anyUnsent), (sales) => {
      const { open, refused, waiting } = sortUnsent(sales)
      expect(new Set([...open, ...refused, ...waiting])).toEqual(new Set(sales))
      expect(open.length + refused.length + waiting.length).toBe(sales.length)
    }),
  )
})

const aCount = (five: number, momo: number): Count => ({
  denominations: [
    { form: 'note', value: 5_000, count: five },
    { form: 'coin', value: 100, count: 3 },
  ],
  others: [{ type: 'MOBILE_MONEY', operator: 'MTN', counted: momo }],
})

test('a closing with the figures of the only count before it is no second count', () => {
  expect(isCountedAgain([], aCount(2, 0))).toBe(false)
  expect(isCountedAgain([aCount(2, 0)], aCount(2, 0))).toBe(false)
  expect(isCountedAgain([aCount(2, 0)], aCount(3, 0))).toBe(true)
  expect(isCountedAgain([aCount(2, 0)], aCount(2, 1))).toBe(true)
  expect(isCountedAgain([aCount(2, 0), aCount(2, 0)], aCount(2, 0))).toBe(true)
})

test('the order of the rows of a count, and rows without a coin, make no other count', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(9_000), fc.nat(50), fc.nat(9_000), (five, momo, other, more) => {
      const count = aCount(five, momo)
      const turned: Count = {
        denominations: [...count.denominations.toReversed(), { form: 'note', value: 10_000, count: 0 }],
        others: count.others,
      }
      expect(isCountedAgain([count], turned)).toBe(false)
      expect(isCountedAgain([aCount(other, more)], turned)).toBe(other !== five || more !== momo)
    }),
  )
})
