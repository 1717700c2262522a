import { plainReference } from '#shared/domain/billing/plain-reference.ts'
import type { Payment } from '#shared/domain/payment.ts'

/** A shorter number is no number of a transaction. */
const shortest = 5

type Transaction = { reference: string; operator: string | null }

/** The transaction of a payment by mobile money, as it may be written elsewhere; null without a number. */
export function transactionOf(payment: Payment): Transaction | null {
  if (payment.type !== 'MOBILE_MONEY' || payment.transactionReference === null) return null
  const reference = plainReference(payment.transactionReference)
  return reference.length < shortest || !/\d/.test(reference) ? null : { reference, operator: payment.phoneOperator }
}

/** Whether two payments name one transaction. An operator that is not known may be the same. */
function isSameTransaction(one: Transaction, other: Transaction): boolean {
  const isSameOperator = one.operator === null || other.operator === null || one.operator === other.operator
  return one.reference === other.reference && isSameOperator
}

/** The first of these sales that a payment with the transaction of this one has paid, or undefined. */
export function saleWithTransaction<Of extends { payments: readonly Payment[] }>(
  payment: Payment,
  sales: readonly Of[],
): Of | undefined {
  const asked = transactionOf(payment)
  if (!asked) return undefined
  return sales.find(({ payments }) =>
    payments.some((other) => {
      const known = other.id === payment.id ? null : transactionOf(other)
      return known !== null && isSameTransaction(asked, known)
    }),
  )
}
