import fc from 'fast-check'
import { expect, test } from 'vitest'
import { voucherBasis } from '#shared/domain/billing/voucher-basis.ts'

const line = (id: string, price: number, rest: object = {}) => ({
  id,
  label: id,
  quantity: 1,
  price,
  returned: 0,
  ...rest,
})
const payment = (id: string, amount: number, rest: object = {}) => ({
  id,
  isByPayer: true,
  amount,
  refunded: 0,
  shares: null,
  ...rest,
})

test('a voucher is for the lines of which its payer takes a share; the patient owes the rest of them', () => {
  const lines = [line('Coartem', 1000, { quantity: 2 }), line('Savon', 1500)]
  const insurer = payment('insurer', 1600, {
    shares: [
      { lineId: 'Coartem', amount: 1600 },
      { lineId: 'Savon', amount: 0 },
    ],
  })
  const cash = payment('cash', 1900, { isByPayer: false })
  expect(voucherBasis('insurer', lines, [insurer, cash])).toEqual({
    total: 2000,
    patient: 400,
    medicines: [{ label: 'Coartem', quantity: 2 }],
  })
  // without shares, the whole sale
  expect(voucherBasis('insurer', lines, [{ ...insurer, shares: null }, cash])).toMatchObject({
    total: 3500,
    patient: 1900,
  })
})

test('the AIB is a part of what a client owes, and no medicine', () => {
  const lines = [line('Coartem', 1000), line('AIB 1 %', 10, { levy: 'A' })]
  expect(voucherBasis('credit', lines, [payment('credit', 1010, { isByPayer: false })])).toEqual({
    total: 1010,
    patient: 0,
    medicines: [{ label: 'Coartem', quantity: 1 }],
  })
})

test('what came back is in none of the figures', () => {
  const lines = [line('Coartem', 1000, { quantity: 2, returned: 1 }), line('Sirop', 500, { returned: 1 })]
  expect(voucherBasis('insurer', lines, [payment('insurer', 2000, { refunded: 1200 })])).toEqual({
    total: 1000,
    patient: 200,
    medicines: [{ label: 'Coartem', quantity: 1 }],
  })
})

test('what another payer takes is not the patient’s; the credit of a client is what he is billed for', () => {
  const lines = [line('Coartem', 1000)]
  const both = [payment('scheme', 700), payment('mutual', 200), payment('credit', 100, { isByPayer: false })]
  expect(voucherBasis('scheme', lines, both).patient).toBe(100)
  expect(voucherBasis('credit', lines, both).patient).toBe(0)
})

test('of a sale without returns, the total is the patient’s part and the shares of the payers', () => {
  const anySale = fc
    .array(
      fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((given) => given.map(([price, first, second], at) => ({ id: `l${at}`, price, first, second })))
  fc.assert(
    fc.property(anySale, (given) => {
      const lines = given.map(({ id, price }) => line(id, price))
      const first = given.map(({ id, price, first: rate }) => ({
        lineId: id,
        amount: Math.floor((price * rate) / 100),
      }))
      const second = given.map(({ id, price, second: rate }, at) => ({
        lineId: id,
        amount: Math.floor(((price - first[at]!.amount) * rate) / 100),
      }))
      const sum = (shares: { amount: number }[]) => shares.reduce((all, { amount }) => all + amount, 0)
      const payers = [payment('a', sum(first), { shares: first }), payment('b', sum(second), { shares: second })]
      const { total, patient, medicines } = voucherBasis('a', lines, payers)
      const isFor = (at: number) => first[at]!.amount > 0
      expect(total).toBe(given.reduce((all, { price }, at) => all + (isFor(at) ? price : 0), 0))
      expect(total).toBe(patient + sum(first) + sum(second.filter((_, at) => isFor(at))))
      expect(patient).toBeGreaterThanOrEqual(0)
      expect(medicines).toHaveLength(first.filter((_, at) => isFor(at)).length)
    }),
  )
})
