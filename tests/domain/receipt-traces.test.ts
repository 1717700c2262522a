import { expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { tracesOf } from '#shared/domain/receipt-traces.ts'

const paid = { id: 'p', amount: minor(500) }
const nothing = { detail: null, percent: null, voucher: null }

test.each<[string, Payment, Partial<ReturnType<typeof tracesOf>>]>([
  ['cash leaves none', { ...paid, type: 'CASH', tendered: minor(500) }, {}],
  [
    'a cheque its bank and number',
    { ...paid, type: 'CHEQUE', bank: ' BOA ', chequeNumber: '0071' },
    { detail: 'BOA 0071' },
  ],
  ['a cheque without either none', { ...paid, type: 'CHEQUE', bank: '  ', chequeNumber: null }, {}],
  [
    'mobile money its operator, with or without a reference',
    { ...paid, type: 'MOBILE_MONEY', phoneOperator: 'MTN', transactionReference: null },
    { detail: 'MTN' },
  ],
  ['a discount in percent its percent', { ...paid, type: 'DISCOUNT', percent: 10 }, { percent: 10 }],
  ['a discount in francs none', { ...paid, type: 'DISCOUNT' }, {}],
  ['a credit who owes it', { ...paid, type: 'CREDIT', creditMetadata: { person: 'c' } }, { detail: 'TOSSA Bénédicte' }],
])('%s', (_, payment, expected) => {
  expect(tracesOf(payment, payment.type === 'CREDIT' ? 'TOSSA Bénédicte' : null)).toEqual({ ...nothing, ...expected })
})
