import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movementsOfSale } from '#shared/domain/register.ts'
import { sum } from '#shared/domain/money.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aCash, anyCashStep, anySale, aRecord, aSale } from '#tests/domain/support/any-sale.ts'

test('each payment moves what it settled, not what was handed over', () => {
  const sale = aSale({ payments: [{ id: 'p', type: 'CREDIT_CARD', amount: 450 }, aCash(1000, 5000)] })
  expect(movementsOfSale(sale, 5)).toEqual([{ kind: 'sale', type: 'CREDIT_CARD', amount: 450 }, { kind: 'sale', type: 'CASH', amount: 1000 }])
})

test('rounding has its own line, in either direction', () => {
  expect(movementsOfSale(aSale({ records: [aRecord({ price: 4892 })], payments: [aCash(4890)] }), 5)).toEqual([{ kind: 'sale', type: 'CASH', amount: 4890 }, { kind: 'rounding', type: 'CASH', amount: 2 }])
  expect(movementsOfSale(aSale({ records: [aRecord({ price: 4893 })], payments: [aCash(4895)] }), 5)).toContainEqual({ kind: 'rounding', type: 'CASH', amount: -2 })
})

test('the lines of a sale add up to what is paid of it: its total once nothing remains', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const { total, remainder } = saleBalance(sale, cashStep)
      expect(sum(movementsOfSale(sale, cashStep).map(({ amount }) => amount))).toBe(total - remainder)
    }),
  )
})
