import { useRef, useState } from 'react'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { bookedCash } from '#shared/domain/correction-money.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { payCash, setPayments } from '#shared/domain/sale-lines.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney, formatPercent, type Currency } from '#shared/ui/money-format.ts'
import { longestCode } from '#kiosk/ui/use-typed-keys.ts'
import { typedAmount, type KeypadKey } from '#shared/ui/typed-amount.ts'
import {
  addPayment,
  capOf,
  isSingle,
  isTyped,
  mostPercent,
  setAmount,
  setPercent,
  typedOf,
  type NewPayment,
  type PaymentRules,
} from './payment-edits.ts'

/** The payment that the keypad edits. The first digit after a selection replaces the proposed amount. */
export function usePaymentTyping(sale: LocalSale, rules: PaymentRules, onEdit: (edit: SaleEdit) => void) {
  const [picked, setPicked] = useState<string>()
  const [said, setSaid] = useState<{ paymentId: string; text: string }>()
  const currency = useCurrency()
  const isFresh = useRef(true)
  // The number before the first key; a typed number above the limit is replaced by it.
  const before = useRef(0)
  // The payments before each of the last keys.
  const history = useRef<LocalSale['payments'][]>([])
  // Default: the last typed payment. A payer's payment is current only if it is selected.
  const current = sale.payments.find(({ id }) => id === picked) ?? sale.payments.findLast(isTyped)

  const pick = (paymentId: string | undefined) => {
    setPicked(paymentId)
    setSaid(undefined)
    isFresh.current = true
  }
  const add = (made: Omit<NewPayment, 'id'>) => {
    const standing = isSingle(made.type) && sale.payments.find(({ type }) => type === made.type)
    const id = standing ? standing.id : uuid7()
    onEdit((stored) => addPayment(stored, { ...made, id }, rules))
    pick(id)
  }
  const type = (key: KeypadKey) => {
    const begins = isFresh.current && key !== 'backspace'
    isFresh.current = false
    onEdit((stored) => {
      history.current = [...history.current, stored.payments].slice(-longestCode)
      // Keys may come faster than renders: read the stored sale, so that a key edits the payment that was just added.
      const payment =
        stored.payments.find(({ id }) => id === picked) ?? stored.payments.find(({ id }) => id === current?.id)
      // Without a payment, digits type cash.
      if (!payment) return typeCash(stored, key, rules)
      const standing = typedOf(stored, payment.id)
      if (begins) before.current = standing
      const figure = typedAmount(begins ? 0 : standing, key)
      const isBeyond = isByPercent(payment) && figure > mostPercent(rules) && figure <= 100
      if (isBeyond) isFresh.current = true
      // A zero after a refused number belongs to that number: the message stays.
      const isZero = figure === 0 && key !== 'backspace'
      setSaid((last) => (isZero ? last : sayOf(stored, payment, figure, rules, currency, before.current)))
      return setTyped(stored, payment.id, isBeyond ? before.current : figure, rules)
    })
  }
  /** The last keys, so many, were those of a scanner: the payments are again what they were. */
  const takeBack = (count: number) => {
    isFresh.current = true
    onEdit((stored) => {
      const [former] = count > 0 ? history.current.slice(-count) : []
      history.current = []
      return former ? setPayments(stored, former) : stored
    })
  }
  return { current, said, pick, add, type, takeBack }
}

/** The cash payment may already exist in the stored sale, as keys may come faster than renders. */
function typeCash(sale: LocalSale, key: KeypadKey, { cashStep }: PaymentRules): LocalSale {
  const cash = sale.payments.find(({ type }) => type === 'CASH')
  const given = typedAmount(cash ? typedOf(sale, cash.id) : 0, key)
  return payCash(sale, { id: cash?.id ?? uuid7(), tendered: bookedCash(sale) + given }, cashStep)
}

function setTyped(sale: LocalSale, paymentId: string, figure: number, rules: PaymentRules): LocalSale {
  const payment = sale.payments.find(({ id }) => id === paymentId)
  return payment && isByPercent(payment)
    ? setPercent(sale, paymentId, figure, rules)
    : setAmount(sale, paymentId, figure, rules)
}

function isByPercent(payment: Payment): payment is Extract<Payment, { type: 'DISCOUNT' }> & { percent: number } {
  return payment.type === 'DISCOUNT' && typeof payment.percent === 'number'
}

/** Why a typed number is limited. `before`: the number before this entry began. Undefined if it is not. */
function sayOf(
  sale: LocalSale,
  payment: Payment,
  figure: number,
  rules: PaymentRules,
  currency: Currency,
  before: number,
): { paymentId: string; text: string } | undefined {
  const text = wordsFor(sale, payment, figure, rules, currency, before)
  return text === undefined ? undefined : { paymentId: payment.id, text }
}

function wordsFor(
  sale: LocalSale,
  payment: Payment,
  figure: number,
  rules: PaymentRules,
  currency: Currency,
  before: number,
): string | undefined {
  if (!isTyped(payment))
    return 'Ce montant suit la police du patient. Pour que le client paie lui-même, retirez ce paiement.'
  if (isByPercent(payment)) {
    if (figure <= mostPercent(rules)) return undefined
    return figure > 100
      ? `Une remise de ${formatPercent(figure)} n’est pas possible. La remise reste à ${formatPercent(payment.percent)}.`
      : `${formatPercent(figure)} dépasse votre limite, ${formatPercent(mostPercent(rules))} au plus. La remise reste à ${formatPercent(before)}.`
  }
  const cap = capOf(sale, payment, rules)
  if (cap === null || figure <= cap.amount) return undefined
  const asked = formatMoney(figure, currency)
  return cap.reason === 'discountLimit'
    ? `${asked} dépasse votre limite. Remise ramenée à ${formatMoney(cap.amount, currency)}.`
    : `${asked} dépasse ce qui reste à payer. Ramené à ${formatMoney(cap.amount, currency)}.`
}
