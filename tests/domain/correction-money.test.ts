import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookedCash, correctionMoney } from '#shared/domain/correction-money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { tillLedger, type EndedSale } from '#shared/domain/register/till-ledger.ts'
import { expectedByMeans } from '#shared/domain/register/totals.ts'
import { reviseSale, type ClosedSale } from '#shared/domain/revise-sale.ts'
import { payCash, setPayments } from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aCash, anyCashStep, aRecord } from '#tests/domain/support/any-sale.ts'

const made = { id: 'new', identifier: 'K1-2', createdAt: '2026-11-21T11:42:00.000Z' }
const holder = { userId: 'afi', sessionId: 'unlock' }

/** A closed sale, and its new version with another price, settled by the cash that stands on it. */
function corrected(from: number, to: number, payments: readonly Payment[] = [aCash(from, 5000)]) {
  const closed: ClosedSale = {
    id: 'old',
    number: 12,
    registerId: 'register',
    rounding: from - payments.reduce((sum, { amount }) => sum + amount, 0),
    records: [aRecord({ price: from })],
    vouchers: [],
    payments,
    patient: null,
  }
  const open = { ...reviseSale(made, closed, holder), records: [aRecord({ price: to })] }
  const cash = open.payments.find((payment) => payment.type === 'CASH')
  return cash ? payCash(open, cash, 5) : open
}

test('downward: the difference is given back, not the change of a note that was changed long ago', () => {
  expect(correctionMoney(corrected(1850, 1250), 5)).toEqual({ cash: -600, others: [] })
})

test('upward: the difference is asked for, before it is handed over and after', () => {
  const open = corrected(1850, 2500)
  expect(saleBalance(open, 5).remainder).toBe(650)
  expect(correctionMoney(open, 5)).toEqual({ cash: 650, others: [] })
  const paid = payCash(open, { id: 'p-cash', tendered: bookedCash(open) + 1000 }, 5)
  expect(saleBalance(paid, 5)).toMatchObject({ remainder: 0, change: 350 })
  expect(correctionMoney(paid, 5)).toEqual({ cash: 650, others: [] })
})

test('the same price, in coins that exist, asks for nothing', () => {
  expect(correctionMoney(corrected(1808, 1808, [aCash(1810, 2000)]), 5)).toEqual({ cash: 0, others: [] })
})

test('another means that changes is said with its operator; credit is nobody’s money yet', () => {
  const mobile = { id: 'm', type: 'MOBILE_MONEY', phoneOperator: 'MTN MoMo', transactionReference: null } as const
  const credit = { id: 'k', type: 'CREDIT', amount: 850, creditMetadata: { person: 'p' } } as const
  const open = corrected(1850, 1250, [{ ...mobile, amount: 1000 }, credit])
  expect(correctionMoney(setPayments(open, [{ ...mobile, amount: 1250 }]), 5)).toEqual({
    cash: 0,
    others: [{ type: 'MOBILE_MONEY', operator: 'MTN MoMo', amount: 250 }],
  })
})

test('a sale that replaces none, or one whose money is unknown, is paid as any sale', () => {
  const sale = corrected(1850, 1250)
  expect(correctionMoney({ ...sale, replaces: null }, 5)).toBeNull()
  expect(correctionMoney({ ...sale, replaces: { id: 'old', number: 12 } }, 5)).toBeNull()
  expect(bookedCash({ replaces: { id: 'old', number: 12 } })).toBe(0)
})

test('law: for every pair of sales, it is what closing the new version adds to the register', () => {
  const price = fc.integer({ min: 1, max: 50_000 })
  const part = fc.integer({ min: 0, max: 100 })
  /** Paid by card for a part, by mobile money for another, and in coins for the rest. */
  const paid = (id: string, total: number, [card, mobile]: readonly [number, number], step: number) => {
    const cards = Math.floor((total * card) / 100)
    const mobiles = Math.floor(((total - cards) * mobile) / 100)
    const others: Payment[] = [
      { id: `${id}-c`, type: 'CREDIT_CARD', amount: cards },
      { id: `${id}-m`, type: 'MOBILE_MONEY', amount: mobiles, phoneOperator: 'MTN', transactionReference: null },
    ]
    const open = { ...corrected(total, total), payments: others }
    return payCash(open, { id: `${id}-e`, tendered: 100_000 }, step).payments
  }
  const ended = (id: string, payments: readonly Payment[], rounding: number, replaces: string | null): EndedSale => ({
    id,
    identifier: id,
    soldAt: `2026-11-21T08:0${replaces ? 1 : 0}:00.000Z`,
    sellerId: 'afi',
    records: [{ quantity: 1 }],
    payments,
    rounding,
    replaces,
  })
  fc.assert(
    fc.property(price, price, fc.tuple(part, part), fc.tuple(part, part), anyCashStep, (from, to, one, other, step) => {
      const roundingOf = (total: number, payments: readonly Payment[]) =>
        saleBalance({ records: [aRecord({ price: total })], vouchers: [], payments }, step).rounding
      const [before, after] = [paid('old', from, one, step), paid('new', to, other, step)]
      const first = ended('old', before, roundingOf(from, before), null)
      const second = ended('new', after, roundingOf(to, after), 'old')
      const money = { registerId: 'register', payments: before, rounding: first.rounding }
      const sale = {
        records: [aRecord({ price: to })],
        vouchers: [],
        payments: after,
        replaces: { id: 'old', number: 1, money },
      }
      const register = { id: 'register', openedAt: '2026-11-21T07:00:00.000Z', userId: 'afi', float: 20_000 }
      const expected = (sales: EndedSale[]) => expectedByMeans(tillLedger(register, sales, null).movements)
      const [was, is] = [expected([first]), expected([first, second])]
      const changeOf = (type: string) =>
        (is.find((row) => row.type === type)?.expected ?? 0) - (was.find((row) => row.type === type)?.expected ?? 0)
      const found = correctionMoney(sale, step)!
      expect(found.cash).toBe(changeOf('CASH'))
      for (const type of ['CREDIT_CARD', 'MOBILE_MONEY'])
        expect(found.others.find((row) => row.type === type)?.amount ?? 0).toBe(changeOf(type))
    }),
  )
})
