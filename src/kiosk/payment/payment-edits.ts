import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash, setPayments } from '#shared/domain/sale-lines.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'

/** What the counter offers now; the others come with the clients and their insurers. */
export const offeredTypes = ['CASH', 'MOBILE_MONEY', 'CREDIT_CARD', 'CHEQUE'] as const
export type OfferedType = (typeof offeredTypes)[number]

/** Adds a payment of what is left to pay. Cash there already is the one that is taken up again. */
export function addPayment(sale: LocalSale, type: OfferedType, id: string, cashStep: number): LocalSale {
  const owed = Math.max(0, saleBalance(sale, cashStep).remainder)
  if (type !== 'CASH') return cashAgain(setPayments(sale, [...sale.payments, blankPayment(type, id, owed)]), cashStep)
  return sale.payments.some((payment) => payment.type === 'CASH') ? sale : payCash(sale, { id, tendered: cashDue(saleBalance(sale, cashStep).remainder, cashStep) }, cashStep)
}

/** The amount of a payment as its row shows it: handed over for cash, else what it settles. */
export function typedOf(sale: LocalSale, paymentId: string): number {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  if (!payment) return 0
  return payment.type === 'CASH' ? payment.tendered : payment.amount
}

/** What was typed for a payment, in minor units: handed over for cash, else never more than the others leave. */
export function setAmount(sale: LocalSale, paymentId: string, amount: number, cashStep: number): LocalSale {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  if (!payment) return sale
  if (payment.type === 'CASH') return payCash(sale, { id: paymentId, tendered: amount }, cashStep)
  return cashAgain(replace(sale, { ...payment, amount: Math.min(amount, roomFor(sale, paymentId)) }), cashStep)
}

/** Operator, reference, bank or cheque number, as they are typed. */
export function setDetails(sale: LocalSale, payment: Payment): LocalSale {
  return replace(sale, payment)
}

export function removePayment(sale: LocalSale, paymentId: string, cashStep: number): LocalSale {
  return cashAgain(setPayments(sale, sale.payments.filter(({ id }) => id !== paymentId)), cashStep)
}

/** What the other payments but cash leave for this one. */
function roomFor(sale: LocalSale, paymentId: string): number {
  const others = sale.payments.filter((payment) => payment.id !== paymentId && payment.type !== 'CASH')
  return Math.max(0, saleBalance({ ...sale, payments: others }, 1).remainder)
}

function replace(sale: LocalSale, payment: Payment): LocalSale {
  return setPayments(sale, sale.payments.map((other) => (other.id === payment.id ? payment : other)))
}

/** Cash settles what the others leave: it is worked out again when they change. */
function cashAgain(sale: LocalSale, cashStep: number): LocalSale {
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  return cash ? payCash(sale, { id: cash.id, tendered: cash.tendered }, cashStep) : sale
}

function blankPayment(type: Exclude<OfferedType, 'CASH'>, id: string, amount: number): Payment {
  switch (type) {
    case 'MOBILE_MONEY':
      return { id, type, amount, phoneOperator: null, transactionReference: null }
    case 'CREDIT_CARD':
      return { id, type, amount }
    case 'CHEQUE':
      return { id, type, amount, bank: null, chequeNumber: null }
  }
}
