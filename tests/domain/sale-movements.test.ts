import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Payment } from '#shared/domain/payment.ts'
import { movedByReturn, movedByReversal, movedBySale, type SaleMovements } from '#shared/domain/sale-movements.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aCash, anyCashStep, anySale, aRecord, aSale } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

const onCredit = (amount: number, person: string): Payment => ({
  id: 'p-credit',
  type: 'CREDIT',
  amount,
  creditMetadata: { person },
})
const sold = {
  ...aSale({
    records: [
      aRecord({ id: 'r1', stockItemId: 'lot', quantity: 2, price: 1001 }),
      aRecord({ id: 'r2', stockItemId: 'lot', quantity: 1, price: 1000 }),
    ],
    payments: [onCredit(2000, 'the debtor'), aCash(1000)],
    patientId: 'the patient',
  }),
  rounding: 2,
}

test('a sale moves its lots, and its money with whose it is: who takes it on credit, else the patient', () => {
  expect(movedBySale(sold)).toEqual({
    stock: [{ stockItemId: 'lot', cause: 'sale', quantity: -3 }],
    register: [
      { kind: 'sale', type: 'CREDIT', amount: 2000, clientId: 'the debtor' },
      { kind: 'sale', type: 'CASH', amount: 1000, clientId: 'the patient' },
      { kind: 'rounding', type: 'CASH', amount: 2, clientId: 'the patient' },
    ],
  })
})

test('a cancellation gives back the lots, and to each client the money that was his', () => {
  expect(movedByReversal(sold)).toEqual({
    stock: [{ stockItemId: 'lot', cause: 'sale-canceled', quantity: 3 }],
    register: [
      { kind: 'refund', type: 'CREDIT', amount: -2000, clientId: 'the debtor' },
      { kind: 'refund', type: 'CASH', amount: -1000, clientId: 'the patient' },
      { kind: 'rounding', type: 'CASH', amount: -2, clientId: 'the patient' },
    ],
  })
})

test('a return gives each client the money that was his, whatever the order of the refunds', () => {
  const credit = { paymentId: 'p-credit', type: 'CREDIT' as const, amount: 900 }
  const cash = { paymentId: 'p-cash', type: 'CASH' as const, amount: 100 }
  for (const refunds of [
    [credit, cash],
    [cash, credit],
  ])
    expect(
      movedByReturn(sold, {
        total: 1001,
        rounding: 1,
        refunds,
        lines: [{ lineId: 'r1', quantity: 1, toStock: true }],
      }),
    ).toEqual({
      stock: [{ stockItemId: 'lot', cause: 'return', quantity: 1 }],
      register: [
        { kind: 'refund', type: 'CREDIT', amount: -900, clientId: 'the debtor' },
        { kind: 'refund', type: 'CASH', amount: -100, clientId: 'the patient' },
        { kind: 'rounding', type: 'CASH', amount: -1, clientId: 'the patient' },
      ],
    })
})

test('money is of nobody where no patient is known', () => {
  const { register } = movedBySale({ ...aSale(), rounding: 0 })
  expect(register).toEqual([{ kind: 'sale', type: 'CASH', amount: 1450 }])
})

/** What stands moved in all, by lot and by means with operator and client, without what comes out even. */
const standing = (...moved: readonly SaleMovements[]) => {
  const stands: Record<string, number> = {}
  const add = (key: string, by: number) => (stands[key] = (stands[key] ?? 0) + by)
  for (const { stock, register } of moved) {
    for (const { stockItemId, quantity } of stock) add(`lot ${stockItemId}`, quantity)
    for (const { kind, type, operator, clientId, amount } of register)
      add([kind === 'rounding' ? kind : type, operator, clientId].join(' '), amount)
  }
  return Object.fromEntries(Object.entries(stands).filter(([, by]) => by !== 0))
}

test('a sale and its reversal come out even in every lot and in every means, operator and client', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const closed = { ...sale, rounding: saleBalance(sale, cashStep).rounding }
      expect(standing(movedBySale(closed), movedByReversal(closed))).toEqual({})
    }),
    { numRuns: runs(500) },
  )
})

test('a new version of a sale leaves what it would have moved alone', () => {
  fc.assert(
    fc.property(anySale, anySale, anyCashStep, (old, next, cashStep) => {
      const closed = (sale: typeof old) => ({ ...sale, rounding: saleBalance(sale, cashStep).rounding })
      const replaced = [movedBySale(closed(old)), movedByReversal(closed(old)), movedBySale(closed(next))]
      expect(standing(...replaced)).toEqual(standing(movedBySale(closed(next))))
    }),
    { numRuns: runs(300) },
  )
})
