import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import { cashDue, changeOf, saleBalance } from '#shared/domain/sale.ts'
import { aCash, anyCashStep, anySale, aRecord, aSale, aVoucher } from '#tests/domain/support/any-sale.ts'

describe('the balance of a sale', () => {
  test('total is price × quantity over records and vouchers; units are their quantities', () => {
    const sale = aSale({
      records: [aRecord({ quantity: 2, price: 1450 }), aRecord({ id: 'r2', price: 3850 })],
      vouchers: [aVoucher({ price: 500 })],
      payments: [],
    })
    expect(saleBalance(sale, 5)).toEqual({ total: 7250, units: 4, applied: 0, rounding: 0, remainder: 7250, change: 0 })
  })

  test('what is handed over beyond the total is change, never income', () => {
    expect(saleBalance(aSale({ payments: [aCash(1450, 5000)] }), 5)).toMatchObject({
      applied: 1450,
      remainder: 0,
      change: 3550,
    })
  })

  test('2 odd francs that no coin can give are rounded away; 3 are rounded up', () => {
    expect(saleBalance(aSale({ records: [aRecord({ price: 4892 })], payments: [aCash(4890)] }), 5)).toMatchObject({
      rounding: 2,
      remainder: 0,
    })
    expect(saleBalance(aSale({ records: [aRecord({ price: 4893 })], payments: [aCash(4895)] }), 5)).toMatchObject({
      rounding: -2,
      remainder: 0,
    })
  })

  test('without cash the odd francs are owed', () => {
    const sale = aSale({
      records: [aRecord({ price: 4892 })],
      payments: [{ id: 'p', type: 'CREDIT_CARD', amount: 4890 }],
    })
    expect(saleBalance(sale, 5)).toMatchObject({ rounding: 0, remainder: 2 })
  })

  test('cash that pays only a part rounds nothing', () => {
    expect(saleBalance(aSale({ records: [aRecord({ price: 4892 })], payments: [aCash(2000)] }), 5)).toMatchObject({
      rounding: 0,
      remainder: 2892,
    })
  })

  test('what a card paid too much is not hidden by the rounding of a cash payment', () => {
    const sale = aSale({
      records: [aRecord({ price: 100 })],
      payments: [{ id: 'p', type: 'CREDIT_CARD', amount: 102 }, aCash(0)],
    })
    expect(saleBalance(sale, 5)).toMatchObject({ rounding: 0, remainder: -2 })
  })

  test('cash that claims more than was handed over gives no negative change', () => {
    expect(changeOf([aCash(1000, 400), aCash(500, 700)])).toBe(200)
  })

  test('what is due in cash is a sum that coins can give', () => {
    expect(cashDue(minor(4892), 5)).toBe(4890)
  })
})

test('always: total = applied + rounding + remainder, and rounding is smaller than a coin', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const { total, applied, rounding, remainder, change } = saleBalance(sale, cashStep)
      expect(applied + rounding + remainder).toBe(total)
      expect(Math.abs(rounding) * 2).toBeLessThanOrEqual(cashStep)
      expect(change).toBeGreaterThanOrEqual(0)
      if (!sale.payments.some(({ type }) => type === 'CASH')) expect(rounding).toBe(0)
    }),
  )
})

test('the order of lines and payments never matters', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const turned = {
        ...sale,
        records: sale.records.toReversed(),
        vouchers: sale.vouchers.toReversed(),
        payments: sale.payments.toReversed(),
      }
      expect(saleBalance(turned, cashStep)).toEqual(saleBalance(sale, cashStep))
    }),
  )
})
