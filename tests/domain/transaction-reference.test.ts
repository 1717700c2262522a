import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Payment } from '#shared/domain/payment.ts'
import { saleWithTransaction, transactionOf } from '#shared/domain/transaction-reference.ts'

const paid = (id: string, transactionReference: string | null, phoneOperator: string | null = 'MTN'): Payment => ({
  id,
  amount: 3_850,
  type: 'MOBILE_MONEY',
  phoneOperator,
  transactionReference,
})

describe('the transaction of a payment', () => {
  test.each([
    ['MP-0012345', 'mp12345'],
    ['12345', '12345'],
    ['1234', null],
    ['abcdef', null],
    [null, null],
  ])('%s is %s', (written, reference) => {
    expect(transactionOf(paid('1', written))).toEqual(reference && { reference, operator: 'MTN' })
  })

  test('cash has none', () => {
    expect(transactionOf({ id: '1', amount: 3_850, type: 'CASH', tendered: 5_000 })).toBeNull()
  })
})

describe('a sale that this transaction has paid', () => {
  const sold = { payments: [paid('1', 'AB 123456')] }

  test('is found however the number is written, with the same operator or an unknown one', () => {
    expect(saleWithTransaction(paid('2', 'ab-123456'), [sold])).toBe(sold)
    expect(saleWithTransaction(paid('2', 'AB123456', null), [sold])).toBe(sold)
    expect(saleWithTransaction(paid('2', 'AB123456'), [{ payments: [paid('1', 'AB123456', null)] }])).toBeDefined()
  })

  test('is not one of another operator, of another number, without a number, or of the payment itself', () => {
    expect(saleWithTransaction(paid('2', 'AB123456', 'Moov'), [sold])).toBeUndefined()
    expect(saleWithTransaction(paid('2', 'AB123457'), [sold])).toBeUndefined()
    expect(saleWithTransaction(paid('2', null), [{ payments: [paid('1', null)] }])).toBeUndefined()
    expect(saleWithTransaction(paid('1', 'AB123456'), [sold])).toBeUndefined()
  })

  test('law: whether two payments name one transaction does not depend on which is asked', () => {
    const payment = fc
      .record({
        reference: fc.constantFrom('AB123456', 'ab 123456', 'AB-0123456', '999999', null),
        operator: fc.constantFrom('MTN', 'Moov', null),
      })
      .map(({ reference, operator }) => [reference, operator] as const)
    fc.assert(
      fc.property(payment, payment, (one, other) => {
        const asks = (first: typeof one, second: typeof one) =>
          saleWithTransaction(paid('1', ...first), [{ payments: [paid('2', ...second)] }]) !== undefined
        expect(asks(one, other)).toBe(asks(other, one))
      }),
    )
  })
})
