import { minor, type Minor } from '#shared/domain/money.ts'
import {
  clientOf,
  movementTypes,
  stampDutyIn,
  typeFacts,
  type MovementType,
  type Payment,
  type TypeWhere,
} from '#shared/domain/payment.ts'
import { cashHandedBack, type MadeReturn } from '#shared/domain/returns.ts'

/**
 * Why money moved in a register; the type tells by which means. Cancellations, replacements and returns are refunds:
 * the ledger is append-only, lines are never changed or removed.
 */
export const movementKinds = [
  'sale',
  'rounding',
  'stamp-duty',
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
 * known; `clientId` of the person or organization whose money it is: who takes it on credit or pays it back, otherwise
 * the patient of the sale.
 */
export type RegisterMovement = {
  kind: MovementKind
  type: MovementType
  amount: Minor
  operator?: string | null | undefined
  clientId?: string | null | undefined
}

/** The money of a closed sale: payments, the cash rounding told to the customer, in minor units, and its patient. */
export type TakenSale = { payments: readonly Payment[]; rounding: number; patientId?: string | null | undefined }
/** The same, with the register that received it. */
export type TakenIn = TakenSale & { registerId: string }

/**
 * The lines of a closed sale: each payment with the amount it settles (not the amount handed over, so that change is
 * never income), the cash rounding and the stamp duty each as its own line. Law: the lines of a paid sale add up to its
 * total and its duty.
 */
export function movementsOfSale({ payments, rounding, patientId }: TakenSale): RegisterMovement[] {
  return [
    ...payments.map((payment) => movement('sale', payment.type, payment.amount, saidOf(payment, patientId))),
    ...roundingOf(rounding, patientId),
    ...dutyIn(payments, patientId),
  ]
}

/** The lines of a cancellation or replacement: exactly the negated lines of the sale. */
export function movementsOfReversal(sale: TakenSale): RegisterMovement[] {
  return movementsOfSale(sale).map(({ kind, amount, ...line }) => ({
    ...line,
    kind: kind === 'sale' ? 'refund' : kind,
    // Not `-0`, which no ledger holds.
    amount: minor(0 - amount),
  }))
}

/**
 * The lines of a return: refunds by means, cash given back, and the cash rounding as its own line; the stamp duty stays
 * paid. Law: they add up to the negative value of the returned lines.
 */
export function movementsOfReturn(
  { payments, patientId }: Pick<TakenSale, 'payments' | 'patientId'>,
  made: Omit<MadeReturn, 'lines' | 'refunds'> & {
    refunds: readonly { paymentId: string; type: MovementType; amount: number }[]
  },
): RegisterMovement[] {
  const others = made.refunds
    .filter(({ type }) => type !== 'CASH')
    .map(({ paymentId, type, amount }) =>
      movement(
        'refund',
        type,
        -amount,
        saidOf(
          payments.find(({ id }) => id === paymentId),
          patientId,
        ),
      ),
    )
  const handed: number = cashHandedBack(made)
  return [
    ...others,
    ...(handed === 0 ? [] : [movement('refund', 'CASH', -handed, { clientId: patientId })]),
    ...roundingOf(-made.rounding, patientId),
  ]
}

/** Means by which a client can pay a debt: transfers included, credit excluded. */
export type CollectionType = TypeWhere<'collects', true>
export const collectionTypes = movementTypes.filter((type): type is CollectionType => typeFacts[type].collects)

/**
 * A cash operation that is not a sale. `amount` as typed, in minor units, never negative: the kind determines the sign.
 * `clientId`: who pays what he owed.
 */
export type DrawerGesture =
  | { kind: 'float' | 'cash-in' | 'disbursement' | 'deposit'; amount: number }
  | { kind: 'collection'; type: CollectionType; amount: number; operator?: string | null; clientId?: string }

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
      return movement(kind, gesture.type, amount, {
        operator: typeFacts[gesture.type].isPerOperator ? gesture.operator : null,
        clientId: gesture.clientId,
      })
  }
}

/**
 * Whether a line changes the cash in the drawer. Rounding does not: the cash payment's amount is already the amount
 * kept.
 */
export function isInDrawer({ kind, type }: Pick<RegisterMovement, 'kind' | 'type'>): boolean {
  return kind !== 'rounding' && typeFacts[type].counted === 'in-drawer'
}

type Said = Pick<RegisterMovement, 'operator' | 'clientId'>

function movement(
  kind: MovementKind,
  type: MovementType,
  amount: number,
  { operator = null, clientId = null }: Said = {},
): RegisterMovement {
  return {
    kind,
    type,
    amount: minor(amount),
    ...(operator === null ? {} : { operator }),
    ...(clientId === null ? {} : { clientId }),
  }
}

/** What the line of a payment says beside its amount. */
function saidOf(payment: Payment | undefined, patientId: string | null | undefined): Said {
  if (!payment) return { clientId: patientId }
  const operator = 'phoneOperator' in payment ? payment.phoneOperator?.trim() || null : null
  return { operator, clientId: clientOf(payment) ?? patientId }
}

function dutyIn(payments: readonly Payment[], clientId: string | null | undefined): RegisterMovement[] {
  const duty = stampDutyIn(payments)
  return duty === 0 ? [] : [movement('stamp-duty', 'CASH', duty, { clientId })]
}

function roundingOf(amount: number, clientId: string | null | undefined): RegisterMovement[] {
  return amount === 0 ? [] : [movement('rounding', 'CASH', amount, { clientId })]
}
