import { minor, type Minor } from '#shared/domain/money.ts'
import { movementTypes, typeFacts, type MovementType, type Payment, type TypeWhere } from '#shared/domain/payment.ts'
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

/** One line of a register's ledger: `amount` in minor units, below zero for what leaves; `operator` of mobile money, where it was said. */
export type RegisterMovement = {
  kind: MovementKind
  type: MovementType
  amount: Minor
  operator?: string | null | undefined
}

/** A sale as it closed: its payments, and the cash rounding that the customer was told, in minor units. */
export type TakenSale = { payments: readonly Payment[]; rounding: number }
/** The same with the register that it brought it into. */
export type TakenIn = TakenSale & { registerId: string }

/**
 * What a closed sale writes into its register: each payment as it settled the sale (never what was handed over, so that change is never income),
 * and the cash rounding on its own line. The lines of a paid sale always add up to its total.
 */
export function movementsOfSale({ payments, rounding }: TakenSale): RegisterMovement[] {
  return [
    ...payments.map((payment) => movement('sale', payment.type, payment.amount, operatorOf(payment))),
    ...roundingOf(rounding),
  ]
}

/** What undoing a whole sale writes, canceled or replaced by a new version: of each type exactly what the sale had brought, and its rounding, below zero. */
export function movementsOfReversal({ payments, rounding }: TakenSale): RegisterMovement[] {
  return [
    ...payments.map((payment) => movement('refund', payment.type, -payment.amount, operatorOf(payment))),
    ...roundingOf(-rounding),
  ]
}

/**
 * What a return of some lines writes, all below zero and together what the lines were worth: each way of paying, the coins that left the
 * drawer, and what coins could not give on its own line.
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

/** How a client pays what he owed: by a transfer too, but never with a credit. */
export type CollectionType = TypeWhere<'collects', true>
export const collectionTypes = movementTypes.filter((type): type is CollectionType => typeFacts[type].collects)

/** What somebody does at the drawer that is no sale. `amount` is what was typed, in minor units and never below zero: the kind gives the sign. */
export type DrawerGesture =
  | { kind: 'float' | 'cash-in' | 'disbursement' | 'deposit'; amount: number }
  | { kind: 'collection'; type: CollectionType; amount: number; operator?: string | null }

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
      return movement(kind, gesture.type, amount, typeFacts[gesture.type].isPerOperator ? gesture.operator : null)
  }
}

/** Whether a line moves notes and coins of the drawer. The rounding does not: what cash settled is already what was kept in coins. */
export function isInDrawer({ kind, type }: Pick<RegisterMovement, 'kind' | 'type'>): boolean {
  return kind !== 'rounding' && typeFacts[type].counted === 'in-drawer'
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
  return payment && 'phoneOperator' in payment ? payment.phoneOperator?.trim() || null : null
}

function roundingOf(amount: number): RegisterMovement[] {
  return amount === 0 ? [] : [movement('rounding', 'CASH', amount)]
}
