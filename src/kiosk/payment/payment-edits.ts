import { bookedCash } from '#shared/domain/correction-money.ts'
import { discountOf, largestDiscount } from '#shared/domain/discount.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { stampDutyOn } from '#shared/domain/fiscal/stamp-duty.ts'
import { minor } from '#shared/domain/money.ts'
import { policyOfPayment, typeFacts, type Payment, type PaymentType } from '#shared/domain/payment.ts'
import { cashDue, goodsTotal, leviedIn, saleBalance } from '#shared/domain/sale.ts'
import { acceptPolicy, declinePolicy, payCash, setPayments } from '#shared/domain/sale-lines.ts'

/** The types that a seller adds. The payment of an insurer always comes from a policy of the patient. */
export type AddedType = {
  [Type in PaymentType]: (typeof typeFacts)[Type]['sale']['isByPolicyOnly'] extends true ? never : Type
}[PaymentType]

export type PaymentRules = {
  /** The smallest coin in use, in minor units. */
  cashStep: number
  /** In percent of the total. Null: no limit. */
  discountLimit: number | null
  /** The stamp duty of this sale in cash, in minor units. */
  duty?: number
}
/** `socialSecurity`: the known body and number of the patient. */
export type NewPayment = {
  type: AddedType
  id: string
  socialSecurity?: { body: string | null; identifier: string | null }
}

/**
 * Adds a payment of the remainder. Adds nothing if nothing remains, or if the sale already has its one cash payment or
 * discount.
 */
export function addPayment(
  sale: LocalSale,
  made: NewPayment,
  { cashStep, duty = 0 }: Pick<PaymentRules, 'cashStep' | 'duty'>,
): LocalSale {
  const owed = Math.max(0, saleBalance(sale, cashStep).remainder)
  if (isSingle(made.type) && sale.payments.some(({ type }) => type === made.type)) return sale
  // After a double touch nothing remains. A discount starts at 0 and reduces the cash due.
  if (owed === 0 && made.type !== 'DISCOUNT') return sale
  if (made.type === 'CASH') {
    const tendered = cashDue(minor(owed), cashStep) + stampDutyOn(sale, { duty, cashStep })
    return payCash(sale, { id: made.id, tendered }, cashStep, duty)
  }
  return cashAgain(setPayments(sale, [...sale.payments, blankPayment(made, owed, sale)]), cashStep)
}

/** Whether a sale has at most one payment of this type. */
export function isSingle(type: PaymentType): boolean {
  return typeFacts[type].sale.isSingle
}

/** Whether only a policy adds payments of this type. */
export function isByPolicyOnly(type: PaymentType): type is Exclude<PaymentType, AddedType> {
  return typeFacts[type].sale.isByPolicyOnly
}

/** Whether the seller types the amount. The amount of a policy's payment is computed. */
export function isTyped(payment: Payment): boolean {
  return !isByPolicyOnly(payment.type) && policyOfPayment(payment) === null
}

/**
 * The number that the keypad edits: the cash given (in a correction, only the cash given now), the percent of a
 * discount by percent, otherwise the amount of the payment.
 */
export function typedOf(sale: LocalSale, paymentId: string): number {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  if (!payment) return 0
  if (payment.type === 'CASH') return Math.max(0, payment.tendered - bookedCash(sale))
  return payment.type === 'DISCOUNT' ? (payment.percent ?? payment.amount) : payment.amount
}

/** `reason`: what limits the amount. */
export type Cap = { amount: number; reason: 'remainder' | 'discountLimit' }

/** The highest amount of a payment; null for cash, because the excess is given back as change. */
export function capOf(
  sale: LocalSale,
  payment: Payment,
  { discountLimit }: Pick<PaymentRules, 'discountLimit'>,
): Cap | null {
  if (payment.type === 'CASH') return null
  // A discount lowers prices, never the AIB.
  const room = Math.max(0, roomFor(sale, payment.id) - (payment.type === 'DISCOUNT' ? leviedIn(sale) : 0))
  const allowed = payment.type === 'DISCOUNT' ? largestDiscount(goodsTotal(sale), discountLimit) : null
  return allowed !== null && allowed < room
    ? { amount: allowed, reason: 'discountLimit' }
    : { amount: room, reason: 'remainder' }
}

/** The highest percent that can be typed for a discount. */
export function mostPercent({ discountLimit }: Pick<PaymentRules, 'discountLimit'>): number {
  return discountLimit ?? 100
}

/**
 * Sets the typed amount of a payment, in minor units. Cash takes the amount given; other payments are limited to their
 * cap.
 */
export function setAmount(sale: LocalSale, paymentId: string, amount: number, rules: PaymentRules): LocalSale {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  if (!payment || !isTyped(payment)) return sale
  if (payment.type === 'CASH')
    return payCash(sale, { id: paymentId, tendered: bookedCash(sale) + amount }, rules.cashStep)
  const kept = Math.min(amount, capOf(sale, payment, rules)?.amount ?? amount)
  return cashAgain(
    replace(
      sale,
      payment.type === 'DISCOUNT' ? { ...payment, amount: kept, percent: null } : { ...payment, amount: kept },
    ),
    rules.cashStep,
  )
}

/**
 * Sets the percent of a discount, of the total minus what the policies pay. Null: back to a discount by amount; the
 * amount stays. A percent above the limit changes nothing.
 */
export function setPercent(sale: LocalSale, paymentId: string, percent: number | null, rules: PaymentRules): LocalSale {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  if (payment?.type !== 'DISCOUNT') return sale
  if (percent === null) return replace(sale, { ...payment, percent })
  if (percent > mostPercent(rules)) return sale
  const covered = sale.payments.filter((each) => !isTyped(each)).reduce((sum, { amount }) => sum + amount, 0)
  const asked = discountOf({ ...payment, percent }, minor(Math.max(0, goodsTotal(sale) - covered)))
  return cashAgain(
    replace(sale, { ...payment, percent, amount: Math.min(asked, capOf(sale, payment, rules)?.amount ?? asked) }),
    rules.cashStep,
  )
}

/** Sets the typed details of a payment (operator, reference, bank, client, number). Keeps its stored amount. */
export function setDetails(sale: LocalSale, payment: Payment): LocalSale {
  return setPayments(
    sale,
    sale.payments.map((other) => (other.id === payment.id ? { ...payment, amount: other.amount } : other)),
  )
}

/** Removes a payment. The policy of a payer is declined as well, otherwise settling would add its payment again. */
export function removePayment(sale: LocalSale, paymentId: string, cashStep: number): LocalSale {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  const policy = payment ? policyOfPayment(payment) : null
  const left = cashAgain(
    setPayments(
      sale,
      sale.payments.filter(({ id }) => id !== paymentId),
    ),
    cashStep,
  )
  // If another payment uses the same policy, the policy is kept.
  if (policy === null || left.payments.some((other) => policyOfPayment(other) === policy)) return left
  return declinePolicy(left, policy)
}

/** Undoes a removal: puts the payment at its former position and accepts its policy again. Idempotent. */
export function bringBackPayment(
  sale: LocalSale,
  payment: Payment,
  before: Pick<LocalSale, 'payments'>,
  cashStep: number,
): LocalSale {
  if (sale.payments.some(({ id }) => id === payment.id)) return sale
  if (payment.type === 'CASH') return payCash(sale, payment, cashStep)
  const policy = policyOfPayment(payment)
  const accepted = policy === null ? sale : acceptPolicy(sale, policy)
  return cashAgain(
    setPayments(
      accepted,
      accepted.payments.toSpliced(
        before.payments.findIndex(({ id }) => id === payment.id),
        0,
        payment,
      ),
    ),
    cashStep,
  )
}

/** The total minus the other payments except cash. */
function roomFor(sale: LocalSale, paymentId: string): number {
  const others = sale.payments.filter((payment) => payment.id !== paymentId && payment.type !== 'CASH')
  return Math.max(0, saleBalance({ ...sale, payments: others }, 1).remainder)
}

function replace(sale: LocalSale, payment: Payment): LocalSale {
  return setPayments(
    sale,
    sale.payments.map((other) => (other.id === payment.id ? payment : other)),
  )
}

/** Cash settles the remainder, so its amount is derived again after each change of another payment. */
function cashAgain(sale: LocalSale, cashStep: number): LocalSale {
  const cash = sale.payments.find((payment) => payment.type === 'CASH')
  return cash ? payCash(sale, { id: cash.id, tendered: cash.tendered }, cashStep) : sale
}

function blankPayment({ type, id, socialSecurity }: NewPayment, amount: number, sale: LocalSale): Payment {
  switch (type) {
    case 'CASH':
      return { id, type, amount, tendered: amount }
    case 'MOBILE_MONEY':
      return { id, type, amount, phoneOperator: null, transactionReference: null }
    case 'CREDIT_CARD':
      return { id, type, amount }
    case 'CHEQUE':
      return { id, type, amount, bank: null, chequeNumber: null }
    case 'SOCIAL_SECURITY':
      return { id, type, amount, socialSecurityMetadata: socialSecurity ?? { body: null, identifier: null } }
    case 'CREDIT':
      return { id, type, amount, creditMetadata: { person: sale.patient?.id ?? null } }
    case 'CREDIT_ORG':
      return { id, type, amount, creditMetadata: { organization: null } }
    case 'DISCOUNT':
      // The amount of a discount must be typed: one touch must not give away the whole remainder.
      return { id, type, amount: 0, percent: null }
  }
}
