import { minor, type Minor } from '#shared/domain/money.ts'
import { clientOf, type MovementType, type Payment } from '#shared/domain/payment.ts'
import { cashHandedBack, type MadeReturn } from '#shared/domain/returns.ts'

/**
 * Why money moved in a register, beside how (the type). A canceled or replaced sale and a return are refunds: the ledger is append-only,
 * nothing in it is ever changed or struck out.
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
 * One line of a register's ledger: `amount` in minor units, below zero for what leaves; `operator` of mobile money, where it was said; `clientId` of
 * the person or organization whose money it is: who takes it on credit or pays it back, else the patient of the sale.
 */
export type RegisterMovement = {
  kind: MovementKind
  type: MovementType
  amount: Minor
  operator?: string | null | undefined
  clientId?: string | null | undefined
}

/** A sale as it closed: its payments, the cash rounding that the customer was told, in minor units, and its patient where one is known. */
export type TakenSale = { payments: readonly Payment[]; rounding: number; patientId?: string | null | undefined }
/** The same with the register that it brought it into. */
export type TakenIn = TakenSale & { registerId: string }

/**
 * What a closed sale writes into its register: each payment as it settled the sale (never what was handed over, so that change is never income),
 * and the cash rounding on its own line. The lines of a paid sale always add up to its total.
 */
export function movementsOfSale({ payments, rounding, patientId }: TakenSale): RegisterMovement[] {
  return [
    ...payments.map((payment) => movement('sale', payment.type, payment.amount, saidOf(payment, patientId))),
    ...roundingOf(rounding, patientId),
  ]
}

/** What undoing a whole sale writes, canceled or replaced by a new version: of each type exactly what the sale had brought, and its rounding, below zero. */
export function movementsOfReversal(sale: TakenSale): RegisterMovement[] {
  return movementsOfSale(sale).map(({ kind, amount, ...line }) => ({
    ...line,
    kind: kind === 'sale' ? 'refund' : kind,
    amount: minor(-amount),
  }))
}

/**
 * What a return of some lines writes, all below zero and together what the lines were worth: each way of paying, the coins that left the
 * drawer, and what coins could not give on its own line.
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

/** How a client pays what he owed: by a transfer too, but never with a credit. */
export const collectionTypes = ['CASH', 'CHEQUE', 'CREDIT_CARD', 'MOBILE_MONEY', 'TRANSFER'] as const
export type CollectionType = (typeof collectionTypes)[number]

/**
 * What somebody does at the drawer that is no sale. `amount` is what was typed, in minor units and never below zero: the kind gives the sign.
 * `clientId` of who pays what he owed.
 */
export type DrawerGesture =
  | { kind: 'float' | 'cash-in' | 'disbursement' | 'deposit'; amount: number }
  | { kind: 'collection'; type: CollectionType; amount: number; operator?: string | null; clientId?: string }

/**
 * The line that a gesture writes: a float, cash in and a collection come in; a disbursement and a bank deposit leave. A disbursement is of its own
 * type (specification §3) and leaves in cash. RangeError for what is no amount; only a float may be 0.
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
        operator: gesture.type === 'MOBILE_MONEY' ? gesture.operator : null,
        clientId: gesture.clientId,
      })
  }
}

/** Whether a line moves notes and coins of the drawer. The rounding does not: what cash settled is already what was kept in coins. */
export function isInDrawer({ kind, type }: Pick<RegisterMovement, 'kind' | 'type'>): boolean {
  return kind !== 'rounding' && (type === 'CASH' || type === 'DISBURSEMENT')
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
  const operator = payment.type === 'MOBILE_MONEY' ? payment.phoneOperator?.trim() || null : null
  return { operator, clientId: clientOf(payment) ?? patientId }
}

function roundingOf(amount: number, clientId: string | null | undefined): RegisterMovement[] {
  return amount === 0 ? [] : [movement('rounding', 'CASH', amount, { clientId })]
}
