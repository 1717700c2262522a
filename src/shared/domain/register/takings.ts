import { saturatedSum, type Minor } from '#shared/domain/money.ts'
import { movementTypes, typeFacts, type MovementType } from '#shared/domain/payment.ts'
import { movementKinds, type MovementKind, type RegisterMovement } from '#shared/domain/register/movements.ts'

/** A line of the ledger, or the sum of several with the same kind and type; `amount` in minor units. */
type Line = Pick<RegisterMovement, 'kind' | 'type'> & { amount: number }

/**
 * What a line of the ledger is for the sums of docs/money.md. `taken`: money that came in or was given out. `placed`:
 * money that only changes its place, or is kept for the state. `rounding`: no money moves.
 */
const roles: Readonly<Record<MovementKind, 'taken' | 'placed' | 'rounding'>> = {
  sale: 'taken',
  refund: 'taken',
  collection: 'taken',
  disbursement: 'taken',
  float: 'placed',
  'cash-in': 'placed',
  deposit: 'placed',
  'stamp-duty': 'placed',
  rounding: 'rounding',
}

/** The kinds that change the takings. */
export const takenKinds = movementKinds.filter((kind) => roles[kind] === 'taken')
/** The kinds that move money between the safe, the drawer and the bank, or keep it for the state: they are no takings. */
export const placedKinds = movementKinds.filter((kind) => roles[kind] === 'placed')

/**
 * The types that bring money at the counter. The others are what payers and clients will pay later, and discounts: they
 * are turnover, but no takings.
 */
export const takenTypes = movementTypes.filter((type) => typeFacts[type].counted !== 'never')

/** The types whose lines add up to one means: what was paid out of the drawer is cash. */
export function typesOfMeans(means: MovementType): MovementType[] {
  return movementTypes.filter((type) => meansOf(type) === means)
}

/** Whether a line is part of the takings: payments of sales and repaid credits, less refunds and disbursements. */
export function isTaken({ kind, type }: Pick<Line, 'kind' | 'type'>): boolean {
  return roles[kind] === 'taken' && takenTypes.includes(type)
}

/** The takings of these lines, in minor units. Law: the sum of `takingsByMeans`. */
export function takings(lines: readonly Line[]): Minor {
  return saturatedSum(lines.filter(isTaken).map(({ amount }) => amount))
}

/** The takings of each means that moved, in the order of the types; disbursements lower the cash. Minor units. */
export function takingsByMeans(lines: readonly Line[]): Map<MovementType, Minor> {
  return amountsBy(lines.filter(isTaken), ({ type }) => meansOf(type))
}

/** What these lines leave to pay later, and the discounts: each type that is no takings. Minor units. */
export function notTakenByType(lines: readonly Line[]): Map<MovementType, Minor> {
  return amountsBy(
    lines.filter((line) => roles[line.kind] === 'taken' && !isTaken(line)),
    ({ type }) => type,
  )
}

function meansOf(type: MovementType): MovementType {
  return type === 'DISBURSEMENT' ? 'CASH' : type
}

function amountsBy(lines: readonly Line[], typeOf: (line: Line) => MovementType): Map<MovementType, Minor> {
  return new Map(
    movementTypes.flatMap((type) => {
      const own = lines.filter((line) => typeOf(line) === type)
      return own.length === 0 ? [] : [[type, saturatedSum(own.map(({ amount }) => amount))] as const]
    }),
  )
}
