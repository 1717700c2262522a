import { minor, type Minor } from '#shared/domain/money.ts'
import type { MovementType, Payment } from '#shared/domain/payment.ts'
import { cashHandedBack, type MadeReturn } from '#shared/domain/returns.ts'

/**
 * Why money moved in a register; the type tells by which means. Cancellations, replacements and returns are refunds:
 * the ledger is append-only, lines are never changed or removed.
 */
export const movementKinds = [
  'sale',
  'rounding',
  'float',
  'disbursement',
  'cash-in',
  'deposit',
  'collection',
  'refund',
] as const
export type MovementKind = (typeof movementKinds)[number]

/**
 * A line of a register's ledger: `amount` in minor units, negative for outgoing money; `operator` of mobile money, when
 * known.
 */
export type RegisterMovement = {
  kind: MovementKind
  type: MovementType
  amount: Minor
  operator?: string | null | undefined
}

/** The money of a closed sale: payments, and the cash rounding told to the customer, in minor units. */
export type TakenSale = { payments: readonly Payment[]; rounding: number }
/** The same, with the register that received it. */
export type TakenIn = TakenSale & { registerId: string }

/**
 * The lines of a closed sale: each payment with the amount it settles (not the amount handed over, so that change is
 * never income), and the cash rounding as its own line. Law: the lines of a paid sale add up to its total.
 */
export function movementsOfSale({ payments, rounding }: TakenSale): RegisterMovement[] {
  return [
    ...payments.map((payment) => movement('sale', payment.type, payment.amount, operatorOf(payment))),
    ...roundingOf(rounding),
  ]
}

/** The lines of a cancellation or replacement: exactly the negated lines of the sale. */
export function movementsOfReversal({ payments, rounding }: TakenSale): RegisterMovement[] {
  return [
    ...payments.map((payment) => movement('refund', payment.type, -payment.amount, operatorOf(payment))),
    ...roundingOf(-rounding),
  ]
}

/**
 * The lines of a return: refunds by means, cash given back, and the cash rounding as its own line. Law: they add up to
 * the negative value of the returned lines.
 */
export function movementsOfReturn(
  { payments }: Pick<TakenSale, 'payments'>,
  made: Omit<MadeReturn, 'lines' | 'refunds'> & {
    refunds: readonly { paymentId: string; type: MovementType; amount: number }[]
  },
): RegisterMovement[] {
  const others = made.refunds
    .filter(({ type }) => type !== 'CASH')
    .map(({ paymentId, type, amount }) =>
      movement('refund', type, -amount, operatorOf(payments.find(({ id }) => id === paymentId))),
    )
  const handed: number = cashHandedBack(made)
  return [...others, ...(handed === 0 ? [] : [movement('refund', 'CASH', -handed)]), ...roundingOf(-made.rounding)]
}

/** Means by which a client can pay a debt: transfers included, credit excluded. */
export const collectionTypes = ['CASH', 'CHEQUE', 'CREDIT_CARD', 'MOBILE_MONEY', 'TRANSFER'] as const
export type CollectionType = (typeof collectionTypes)[number]

/**
 * A cash operation that is not a sale. `amount` as typed, in minor units, never negative: the kind determines the sign.
 */
export type DrawerGesture =
  | { kind: 'float' | 'cash-in' | 'disbursement' | 'deposit'; amount: number }
  | { kind: 'collection'; type: CollectionType; amount: number; operator?: string | null }

/**
 * The line of a gesture: float, cash-in and collection are positive; disbursement and bank deposit negative. A
 * disbursement has its own type (specification §3) and is paid in cash. Throws RangeError for an invalid amount; only a
 * float may be 0.
 */
export function movementOfGesture(gesture: DrawerGesture): RegisterMovement {
  const { kind, amount } = gesture
  if (amount < 0 || (amount === 0 && kind !== 'float')) throw new RangeError(`not an amount for a ${kind}: ${amount}`)
  switch (kind) {
    case 'float':
    case 'cash-in':
      return movement(kind, 'CASH', amount)
    case 'deposit':
      return movement(kind, 'CASH', -amount)
    case 'disbursement':
      return movement(kind, 'DISBURSEMENT', -amount)
    case 'collection':
      return movement(kind, gesture.type, amount, gesture.type === 'MOBILE_MONEY' ? gesture.operator : null)
  }
}

/**
 * Whether a line changes the cash in the drawer. Rounding does not: the cash payment's amount is already the amount
 * kept.
 */
export function isInDrawer({ kind, type }: Pick<RegisterMovement, 'kind' | 'type'>): boolean {
  return kind !== 'rounding' && (type === 'CASH' || type === 'DISBURSEMENT')
}

function movement(
  kind: MovementKind,
  type: MovementType,
  amount: number,
  operator: string | null = null,
): RegisterMovement {
  return { kind, type, amount: minor(amount), ...(operator === null ? {} : { operator }) }
}

function operatorOf(payment: Payment | undefined): string | null {
  return payment?.type === 'MOBILE_MONEY' ? payment.phoneOperator?.trim() || null : null
}

function roundingOf(amount: number): RegisterMovement[] {
  return amount === 0 ? [] : [movement('rounding', 'CASH', amount)]
}
