import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor, sum } from '#shared/domain/money.ts'
import { keptOf, stampDutyIn } from '#shared/domain/payment.ts'
import {
  collectionTypes,
  isInDrawer,
  movementOfGesture,
  movementsOfReturn,
  movementsOfReversal,
  movementsOfSale,
  type RegisterMovement,
} from '#shared/domain/register/movements.ts'
import { refundOf } from '#shared/domain/returns.ts'
import { payCash } from '#shared/domain/sale-lines.ts'
import { changeOf, lineTotal, saleBalance } from '#shared/domain/sale.ts'
import { newLocalSale, openSale } from '#shared/domain/local-sale.ts'
import { aCash, anyCashStep, anyPayment, anyRecord, anySale, aRecord, aSale } from '#tests/domain/support/any-sale.ts'

/** As the till freezes it. */
const taken = (sale: Parameters<typeof saleBalance>[0], cashStep: number) => ({
  ...sale,
  rounding: saleBalance(sale, cashStep).rounding,
})
const totalsOf = (movements: readonly RegisterMovement[]) => {
  const totals: Record<string, number> = {}
  for (const { kind, type, amount } of movements) {
    const key = kind === 'rounding' ? 'rounding' : type
    totals[key] = (totals[key] ?? 0) + amount
  }
  return Object.fromEntries(Object.entries(totals).filter(([, amount]) => amount !== 0))
}

test('each payment moves what it settled, not what was handed over', () => {
  const sale = aSale({ payments: [{ id: 'p', type: 'CREDIT_CARD', amount: 450 }, aCash(1000, 5000)] })
  expect(movementsOfSale(taken(sale, 5))).toEqual([
    { kind: 'sale', type: 'CREDIT_CARD', amount: 450 },
    { kind: 'sale', type: 'CASH', amount: 1000 },
  ])
})

test('rounding has its own line, in either direction', () => {
  const due = (price: number, cash: number) =>
    movementsOfSale(taken(aSale({ records: [aRecord({ price })], payments: [aCash(cash)] }), 5))
  expect(due(4892, 4890)).toEqual([
    { kind: 'sale', type: 'CASH', amount: 4890 },
    { kind: 'rounding', type: 'CASH', amount: 2 },
  ])
  expect(due(4893, 4895)).toContainEqual({ kind: 'rounding', type: 'CASH', amount: -2 })
})

test('the lines of a sale add up to what is paid of it: its total once nothing remains, and its stamp duty', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const { total, remainder } = saleBalance(sale, cashStep)
      const duty = stampDutyIn(sale.payments)
      expect(sum(movementsOfSale(taken(sale, cashStep)).map(({ amount }) => amount))).toBe(total - remainder + duty)
    }),
  )
})

test('of each type, a sale moves what its payments say they took', () => {
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 6 }), fc.integer({ min: -12, max: 12 }), (payments, rounding) => {
      const said: Record<string, number> = rounding === 0 ? {} : { rounding }
      for (const payment of payments) {
        const moved = payment.type === 'CASH' ? keptOf(payment) : payment.amount
        if (moved !== 0) said[payment.type] = (said[payment.type] ?? 0) + moved
      }
      expect(totalsOf(movementsOfSale({ payments, rounding }))).toEqual(said)
    }),
  )
})

test('the drawer keeps what was handed over less the change', () => {
  fc.assert(
    fc.property(
      fc.array(anyRecord, { minLength: 1, maxLength: 4 }),
      anyCashStep,
      fc.nat(20_000),
      (records, cashStep, more) => {
        const open = { ...openSale(newLocalSale({ id: 's', identifier: 'A-1', createdAt: '' }), 'u', 'k'), records }
        const tendered = sum(records.map(lineTotal)) + more
        const { payments } = payCash(open, { id: 'p', tendered }, cashStep)
        const kept = sum(
          movementsOfSale(taken({ ...open, payments }, cashStep))
            .filter(isInDrawer)
            .map(({ amount }) => amount),
        )
        expect(kept).toBe(payments.length === 0 ? 0 : tendered - changeOf(payments))
      },
    ),
  )
})

test('a canceled sale gives back by the means it was paid with, as refunds', () => {
  expect(
    movementsOfReversal({ payments: [{ id: 'p', type: 'CREDIT_CARD', amount: 450 }, aCash(1000, 5000)], rounding: 2 }),
  ).toEqual([
    { kind: 'refund', type: 'CREDIT_CARD', amount: -450 },
    { kind: 'refund', type: 'CASH', amount: -1000 },
    { kind: 'rounding', type: 'CASH', amount: -2 },
  ])
})

test('a sale and its reversal cancel out exactly', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const closed = taken(sale, cashStep)
      expect(totalsOf([...movementsOfSale(closed), ...movementsOfReversal(closed)])).toEqual({})
    }),
  )
})

test('what a return hands back in coins leaves the drawer, its rounding has its own line', () => {
  const made = {
    total: 4892,
    rounding: 2,
    refunds: [
      { paymentId: 'card', type: 'CREDIT_CARD' as const, amount: 1000 },
      { paymentId: 'p-cash', type: 'CASH' as const, amount: 3890 },
    ],
  }
  expect(movementsOfReturn({ payments: [] }, made)).toEqual([
    { kind: 'refund', type: 'CREDIT_CARD', amount: -1000 },
    { kind: 'refund', type: 'CASH', amount: -3890 },
    { kind: 'rounding', type: 'CASH', amount: -2 },
  ])
})

test('returns of all lines of a paid sale write back all that the sale had written', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRecord, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
      anyCashStep,
      fc.nat(100),
      (records, cashStep, cardPercent) => {
        const total = sum(records.map(lineTotal))
        const card = { id: 'card', type: 'CREDIT_CARD' as const, amount: Math.floor((total * cardPercent) / 100) }
        const open = {
          ...openSale(newLocalSale({ id: 's', identifier: 'A-1', createdAt: '' }), 'u', 'k'),
          records,
          payments: [card],
        }
        const closed = taken(payCash(open, { id: 'p', tendered: total + cashStep }, cashStep), cashStep)
        const written = movementsOfSale(closed)
        const earlier = []
        for (const { id, quantity } of records) {
          const made = refundOf(closed, earlier, [{ lineId: id, quantity }], { inCash: false, cashStep })
          if (!made.ok) throw new Error(made.reason)
          earlier.push(made)
          const back = movementsOfReturn(closed, made)
          expect(sum(back.map(({ amount }) => amount)) + made.total).toBe(0)
          written.push(...back)
        }
        expect(totalsOf(written)).toEqual({})
      },
    ),
  )
})

test('mobile money names its operator, also when it is given back', () => {
  const payments = [
    {
      id: 'momo',
      type: 'MOBILE_MONEY' as const,
      amount: 2500,
      phoneOperator: ' MTN MoMo ',
      transactionReference: null,
    },
  ]
  expect(movementsOfSale({ payments, rounding: 0 })).toEqual([
    { kind: 'sale', type: 'MOBILE_MONEY', amount: 2500, operator: 'MTN MoMo' },
  ])
  expect(movementsOfReversal({ payments, rounding: 0 })).toEqual([
    { kind: 'refund', type: 'MOBILE_MONEY', amount: -2500, operator: 'MTN MoMo' },
  ])
  expect(
    movementsOfReturn(
      { payments },
      { total: 1000, rounding: 0, refunds: [{ paymentId: 'momo', type: 'MOBILE_MONEY', amount: 1000 }] },
    ),
  ).toEqual([{ kind: 'refund', type: 'MOBILE_MONEY', amount: -1000, operator: 'MTN MoMo' }])
  expect(movementOfGesture({ kind: 'collection', type: 'MOBILE_MONEY', amount: 7000, operator: 'Wave' })).toMatchObject(
    { operator: 'Wave' },
  )
})

test('what a client pays back is his', () => {
  expect(movementOfGesture({ kind: 'collection', type: 'CASH', amount: 7000, clientId: 'the debtor' })).toEqual({
    kind: 'collection',
    type: 'CASH',
    amount: 7000,
    clientId: 'the debtor',
  })
})

test('the kind of a gesture gives its sign', () => {
  expect(movementOfGesture({ kind: 'float', amount: 0 })).toEqual({ kind: 'float', type: 'CASH', amount: 0 })
  expect(movementOfGesture({ kind: 'cash-in', amount: 20_000 })).toEqual({
    kind: 'cash-in',
    type: 'CASH',
    amount: 20_000,
  })
  expect(movementOfGesture({ kind: 'deposit', amount: 150_000 })).toEqual({
    kind: 'deposit',
    type: 'CASH',
    amount: -150_000,
  })
  expect(movementOfGesture({ kind: 'disbursement', amount: 2500 })).toEqual({
    kind: 'disbursement',
    type: 'DISBURSEMENT',
    amount: -2500,
  })
  for (const type of collectionTypes)
    expect(movementOfGesture({ kind: 'collection', type, amount: 7000 })).toEqual({
      kind: 'collection',
      type,
      amount: 7000,
    })
})

test.each([-1, 0, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is no amount to pay out', (amount) => {
  expect(() => movementOfGesture({ kind: 'disbursement', amount })).toThrow(RangeError)
})

test('a disbursement leaves the drawer; a card, a cheque and the rounding never touch it', () => {
  expect(
    [
      movementOfGesture({ kind: 'disbursement', amount: 500 }),
      movementOfGesture({ kind: 'deposit', amount: 500 }),
      movementOfGesture({ kind: 'float', amount: 500 }),
    ].every(isInDrawer),
  ).toBe(true)
  expect(isInDrawer(movementOfGesture({ kind: 'collection', type: 'CHEQUE', amount: 500 }))).toBe(false)
  expect(isInDrawer({ kind: 'sale', type: 'CREDIT_CARD' })).toBe(false)
  expect(movementsOfSale({ payments: [], rounding: 2 })).toEqual([{ kind: 'rounding', type: 'CASH', amount: minor(2) }])
  expect(isInDrawer({ kind: 'rounding', type: 'CASH' })).toBe(false)
})
