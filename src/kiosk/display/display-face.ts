import { bookedCash, correctionMoney, type CorrectionMoney } from '#shared/domain/correction-money.ts'
import { discountTotal } from '#shared/domain/discount.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { keptOf, paymentsFrom, stampDutyIn, type Payment } from '#shared/domain/payment.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import type { AcknowledgedSale, Display } from '#shared/store/sales/sales-rows.ts'

/** What the customer sees: no sale, the open sale, or an ended sale with its change. */
export type DisplayFace = { kind: 'idle' } | { kind: 'selling' | 'ended'; sale: LocalSale }

type OnDisk = { display: Display | null; sales: readonly LocalSale[]; acknowledged: readonly AcknowledgedSale[] }

/**
 * A locked terminal (no session) shows no sale, and neither does a paused sale. An ended sale is shown in the session
 * of its seller only, and stays the same whatever the server answers.
 */
export function displayFace({ display, sales, acknowledged }: OnDisk, sessionId: string | null): DisplayFace {
  if (!display || sessionId === null) return { kind: 'idle' }
  const sale = sales.find(({ id }) => id === display.saleId)
  if (!sale) {
    const known = acknowledged.find(({ id }) => id === display.saleId)
    return known ? endedFace(known.sale, sessionId) : { kind: 'idle' }
  }
  switch (sale.status) {
    case 'LOCAL':
      return { kind: 'idle' }
    case 'ONGOING':
      return sale.records.length + sale.vouchers.length > 0 ? { kind: 'selling', sale } : { kind: 'idle' }
    case 'SUBMITTING':
    case 'ERROR':
      return endedFace(sale, sessionId)
  }
}

function endedFace(sale: LocalSale, sessionId: string): DisplayFace {
  return sale.sessionId === sessionId ? { kind: 'ended', sale } : { kind: 'idle' }
}

export type SaleMoney = {
  total: Minor
  /** The payments of other payers. */
  payers: readonly Payment[]
  discount: Minor
  /** What the customer has to pay after them. */
  toPay: Minor
  /** What coins cannot give, as in the balance of the sale. */
  rounding: Minor
  /** For the state, above what the sale costs. */
  stampDuty: number
  /** What the customer gave, for each payment; in a correction only the cash given for it. */
  received: readonly { payment: Payment; amount: number }[]
  remainder: Minor
  change: Minor
  /** Null unless the sale replaces another one: then it is the only amount that matters now. */
  correction: CorrectionMoney | null
}

/** The amounts of a sale for its customer. Law: total = payers + discount + to pay. */
export function displayMoney(sale: LocalSale, cashStep: number, dutyToCome = 0): SaleMoney {
  const { total, rounding, remainder, change } = saleBalance(sale, cashStep)
  const payers = paymentsFrom('payer', sale.payments).filter(({ amount }) => amount > 0)
  const discount = discountTotal(sale.payments)
  const toPay = minor(total - sum(payers.map(({ amount }) => amount)) - discount)
  const own = [...paymentsFrom('debt', sale.payments), ...paymentsFrom('means', sale.payments)]
  const correction = correctionMoney(sale, cashStep, dutyToCome)
  const received = sale.payments
    .filter((payment) => own.includes(payment) && (!correction || payment.type === 'CASH'))
    .map((payment) => ({
      payment,
      amount: payment.type === 'CASH' ? Math.max(payment.tendered, keptOf(payment)) - bookedCash(sale) : payment.amount,
    }))
    .filter(({ amount }) => amount > 0)
  return {
    total,
    payers,
    discount,
    toPay,
    rounding,
    stampDuty: stampDutyIn(sale.payments),
    received,
    remainder,
    change,
    correction,
  }
}
