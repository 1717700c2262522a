import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#shared/domain/money.ts'
import { closingObstacles, closingReport, differences, sortUnsent, uncounted, type ClosingAsked, type UnsentSale } from '#shared/domain/register/closing.ts'
import { movementOfGesture, movementsOfSale } from '#shared/domain/register/movements.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { aCash, anyPayment } from '#tests/domain/support/any-sale.ts'

const aSaleLeft = (status: UnsentSale['status'], of: Partial<UnsentSale> = {}): UnsentSale => ({ id: status, identifier: 'A-1', status, total: 2500, isEmpty: false, ...of })
const movements = [
  movementOfGesture({ kind: 'float', amount: 50_000 }),
  ...movementsOfSale({ payments: [aCash(4890)], rounding: 2 }),
  ...movementsOfSale({ payments: [{ id: 'm', type: 'MOBILE_MONEY', amount: 2500, phoneOperator: 'MTN MoMo', transactionReference: 'X' }], rounding: 0 }),
]
const drawer = (total: number) => [{ form: 'coin' as const, value: 5, count: total / 5 }]
const mtn = { type: 'MOBILE_MONEY' as const, operator: 'MTN MoMo' }
const asked = (of: Partial<ClosingAsked> = {}): ClosingAsked => ({
  closedAt: null, movements, unsent: [], count: { denominations: drawer(54_890), others: [{ ...mtn, counted: 2500 }] }, explanation: null, wayThrough: null, ...of,
})
const register = { id: 'r', till: 'Caisse 1', openedBy: 'koffi', openedAt: '2026-11-21T06:58:00.000Z', closedBy: 'koffi', closedAt: '2026-11-21T19:14:00.000Z' }
const kindsOf = (of: Partial<ClosingAsked>) => closingObstacles(asked(of)).map(({ kind }) => kind)

test('an even register without sales on the way closes', () => {
  expect(closingObstacles(asked())).toEqual([])
})

test('open and refused sales are named, empty and waiting ones are not in the way', () => {
  const unsent = [aSaleLeft('ONGOING'), aSaleLeft('LOCAL'), aSaleLeft('LOCAL', { id: 'empty', isEmpty: true }), aSaleLeft('ERROR'), aSaleLeft('SUBMITTING')]
  expect(closingObstacles(asked({ unsent }))).toEqual([{ kind: 'open-sales', sales: [unsent[0], unsent[1]] }, { kind: 'refused-sales', sales: [unsent[3]] }])
})

test('who may closes over them with a reason, and the report keeps both', () => {
  const unsent = [aSaleLeft('ERROR'), aSaleLeft('SUBMITTING')]
  const wayThrough = { reason: ' Le client revient demain ', userId: 'adjoua', permitted: true }
  expect(kindsOf({ unsent, wayThrough })).toEqual([])
  const report = closingReport(register, asked({ unsent, wayThrough }))
  expect(report.leftBehind).toEqual({ sales: [unsent[0]], by: { reason: 'Le client revient demain', userId: 'adjoua' } })
  expect(report.waiting).toEqual([unsent[1]])
})

test('a way through without the right or without a reason is none', () => {
  const unsent = [aSaleLeft('ERROR')]
  expect(kindsOf({ unsent, wayThrough: { reason: 'Demain', userId: 'u', permitted: false } })).toEqual(['refused-sales', 'way-through-not-permitted'])
  expect(kindsOf({ unsent, wayThrough: { reason: '  ', userId: 'u', permitted: true } })).toEqual(['refused-sales'])
})

test('a means that moved must be counted, then a difference must be explained', () => {
  expect(kindsOf({ count: { denominations: drawer(54_000), others: [] } })).toEqual(['uncounted'])
  expect(uncounted(movements, { denominations: [], others: [] })).toEqual([mtn])
  expect(closingObstacles(asked({ count: { denominations: drawer(52_390), others: [{ ...mtn, counted: 2500 }] } }))).toEqual([{ kind: 'unexplained', gap: -2500 }])
  expect(kindsOf({ count: { denominations: drawer(52_390), others: [{ ...mtn, counted: 2500 }] }, explanation: 'Transport coursier' })).toEqual([])
})

test('two gaps that cancel out still ask for an explanation', () => {
  const count = { denominations: drawer(52_390), others: [{ ...mtn, counted: 5000 }] }
  expect(closingObstacles(asked({ count }))).toEqual([{ kind: 'unexplained', gap: 0 }])
})

test('a closed register is not closed again', () => {
  expect(closingObstacles(asked({ closedAt: '2026-11-21T19:14:00.000Z', unsent: [aSaleLeft('ERROR')] }))).toEqual([{ kind: 'already-closed', closedAt: '2026-11-21T19:14:00.000Z' }])
})

test('money where none was expected is a difference', () => {
  const wave = { type: 'MOBILE_MONEY' as const, operator: 'Wave' }
  expect(differences(movements, { denominations: drawer(54_890), others: [{ ...mtn, counted: 0 }, { ...wave, counted: 2500 }] })).toEqual([
    { type: 'CASH', operator: null, expected: 54_890, counted: 54_890, gap: 0 },
    { ...mtn, expected: 2500, counted: 0, gap: -2500 },
    { ...wave, expected: 0, counted: 2500, gap: 2500 },
  ])
})

test('the report says the ledger by kind and by type, the count and the gap', () => {
  const count = { denominations: drawer(52_390), others: [{ ...mtn, counted: 2500 }] }
  expect(closingReport(register, asked({ count, explanation: ' Transport coursier ' }))).toEqual({
    register, movementCount: 4, denominations: count.denominations, gap: -2500, explanation: 'Transport coursier', waiting: [], leftBehind: null,
    byKind: [{ kind: 'sale', amount: 7390 }, { kind: 'rounding', amount: 2 }, { kind: 'float', amount: 50_000 }],
    byType: [{ type: 'CASH', amount: 54_890 }, { type: 'MOBILE_MONEY', amount: 2500 }],
    differences: [{ type: 'CASH', operator: null, expected: 54_890, counted: 52_390, gap: -2500 }, { ...mtn, expected: 2500, counted: 2500, gap: 0 }],
  })
})

test('no report is made while something stands against the closing', () => {
  expect(() => closingReport(register, asked({ unsent: [aSaleLeft('ONGOING')] }))).toThrow('cannot close: open-sales')
})

test('every sale with something in it is in exactly one list', () => {
  const anyUnsent = fc.record({ id: fc.uuid(), identifier: fc.constant('A-1'), status: fc.constantFrom('LOCAL' as const, 'ONGOING' as const, 'SUBMITTING' as const, 'ERROR' as const), total: fc.nat(), isEmpty: fc.boolean() })
  fc.assert(
    fc.property(fc.array(anyUnsent), (sales) => {
      const { open, refused, waiting } = sortUnsent(sales)
      expect(new Set([...open, ...refused, ...waiting])).toEqual(new Set(sales.filter(({ isEmpty }) => !isEmpty)))
      expect(open.length + refused.length + waiting.length).toBe(sales.filter(({ isEmpty }) => !isEmpty).length)
    }),
  )
})

test('what is expected and the gaps are what was counted, to the unit', () => {
  const anyOthers = fc.array(fc.record({ type: fc.constantFrom('CHEQUE' as const, 'CREDIT_CARD' as const, 'MOBILE_MONEY' as const), operator: fc.constantFrom(null, 'MTN MoMo'), counted: fc.nat(500_000) }), { maxLength: 5 })
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
