import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareFaults } from '#shared/domain/coverage/share-faults.ts'
import type { LineShare, Payment } from '#shared/domain/payment.ts'
import { runs } from '#tests/support/extent.ts'

const records = [
  { id: 'a', stockItemId: 's', label: 'Doliprane', price: 500, quantity: 2 },
  { id: 'b', stockItemId: 't', label: 'Spasfon', price: 300, quantity: 1 },
]
const payment = (amount: number, shares?: readonly LineShare[]): Payment => ({
  id: `p${amount}`,
  type: 'SOCIAL_SECURITY',
  amount,
  socialSecurityMetadata: { body: 'CNSS', identifier: null },
  shares,
})
const faults = (...payments: Payment[]) => shareFaults({ records, payments }).map(({ message }) => message)

describe('the shares of a payment are impossible when they', () => {
  test('name a line that the sale does not have, or one twice', () => {
    expect(faults(payment(100, [{ lineId: 'voucher', amount: 100 }]))).toEqual(['unknown line'])
    expect(
      faults(
        payment(100, [
          { lineId: 'a', amount: 50 },
          { lineId: 'a', amount: 50 },
        ]),
      ),
    ).toEqual(['the same line twice'])
  })

  test('add up to another amount', () => {
    expect(faults(payment(101, [{ lineId: 'a', amount: 100 }]))).toEqual(['adds up to another amount than 101'])
    expect(faults(payment(100, []))).toEqual(['adds up to another amount than 100'])
  })

  test('take more of a line than it costs, or than an earlier payment left', () => {
    expect(faults(payment(1001, [{ lineId: 'a', amount: 1001 }]))).toEqual(['more than is left of a line'])
    expect(faults(payment(800, [{ lineId: 'a', amount: 800 }]), payment(200, [{ lineId: 'a', amount: 200 }]))).toEqual(
      [],
    )
    expect(
      shareFaults({
        records,
        payments: [payment(800, [{ lineId: 'a', amount: 800 }]), payment(201, [{ lineId: 'a', amount: 201 }])],
      }),
    ).toEqual([{ path: 'payments.1.shares', message: 'more than is left of a line' }])
  })

  test('and not when they are not said', () => {
    expect(faults(payment(5000))).toEqual([])
    expect(faults({ id: 'c', type: 'CASH', amount: 100, tendered: 100 })).toEqual([])
  })
})

test('shares that fit are no fault; one franc more than the payment always is one', () =>
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(300), (ofFirst, ofSecond) => {
      const shares = [
        { lineId: 'a', amount: ofFirst },
        { lineId: 'b', amount: ofSecond },
      ]
      expect(faults(payment(ofFirst + ofSecond, shares))).toEqual([])
      expect(faults(payment(ofFirst + ofSecond + 1, shares))).toHaveLength(1)
    }),
    { numRuns: runs(300) },
  ))
