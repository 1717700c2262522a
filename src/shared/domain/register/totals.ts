import { saturatedSum, type Minor } from '#shared/domain/money.ts'
import { movementTypes, typeFacts, type MovementType, type TypeWhere } from '#shared/domain/payment.ts'
import {
  isInDrawer,
  movementKinds,
  type MovementKind,
  type RegisterMovement,
} from '#shared/domain/register/movements.ts'

/**
 * Types counted in the evening: the drawer as CASH, and each type with a row of its own: cheques, operators, card
 * terminals, bank.
 */
export const countedTypes = movementTypes.filter((type) => type === 'CASH' || isCountedApart(type))
export type CountedType = (typeof countedTypes)[number]
type CountedApart = TypeWhere<'counted', 'apart'>

/** A means as it is counted: mobile money per operator, null when unknown. */
export type Means = { type: CountedType; operator: string | null }

/** Total of each type in minor units, without rounding. Types without a line are left out. */
export function totalsByType(movements: readonly RegisterMovement[]): Map<MovementType, Minor> {
  return addedUp(
    movements.filter(({ kind }) => kind !== 'rounding'),
    ({ type }) => type,
  )
}

/** Expected cash in the drawer, float included, in minor units. */
export function expectedCash(movements: readonly RegisterMovement[]): Minor {
  return saturatedSum(movements.filter(isInDrawer).map(({ amount }) => amount))
}

/** The drawer first, then the other means that moved, by type and operator name. Minor units. */
export function expectedByMeans(movements: readonly RegisterMovement[]): (Means & { expected: Minor })[] {
  const others = movementTypes.filter(isCountedApart).flatMap((type) => {
    const moved = addedUp(
      movements.filter((line) => line.kind !== 'rounding' && line.type === type),
      ({ operator }) => operator ?? null,
    )
    return [...moved]
      .map(([operator, expected]) => ({ type, operator, expected }))
      .toSorted((a, b) => compare(a.operator, b.operator))
  })
  return [{ type: 'CASH', operator: null, expected: expectedCash(movements) }, ...others]
}

/** Whether the evening count has a row of its own for this type, beside the drawer. */
export function isCountedApart(type: MovementType): type is CountedApart {
  return typeFacts[type].counted === 'apart'
}

/** The sum of several movements of a kind and type; amounts in minor units. */
export type KindTotal = Pick<RegisterMovement, 'kind' | 'type'> & { amount: number; count: number }

/**
 * The movements of a register as a report adds them up: each kind, then what it holds of types that nobody counts
 * (credit, shares of payers, discounts). Rounding is no money and stands apart. Law: kinds less never counted are what
 * is expected of all means.
 */
export function addedUpByKind(totals: readonly KindTotal[]): {
  kinds: { kind: MovementKind; amount: number; count: number }[]
  neverCounted: { type: MovementType; amount: number }[]
  rounding: number
} {
  const isRounding = ({ kind }: KindTotal) => kind === 'rounding'
  const moved = totals.filter((line) => !isRounding(line))
  const sumOf = (lines: readonly KindTotal[]): number => saturatedSum(lines.map(({ amount }) => amount))
  return {
    kinds: movementKinds.flatMap((kind) => {
      const own = moved.filter((line) => line.kind === kind)
      const count = own.reduce((times, line) => times + line.count, 0)
      return own.length === 0 ? [] : [{ kind, amount: sumOf(own), count }]
    }),
    neverCounted: movementTypes
      .filter((type) => typeFacts[type].counted === 'never')
      .map((type) => ({ type, amount: sumOf(moved.filter((line) => line.type === type)) }))
      .filter(({ amount }) => amount !== 0),
    rounding: sumOf(totals.filter(isRounding)),
  }
}

export function isSameMeans(one: Means, other: Means): boolean {
  return one.type === other.type && one.operator === other.operator
}

function addedUp<Key>(
  movements: readonly RegisterMovement[],
  keyOf: (movement: RegisterMovement) => Key,
): Map<Key, Minor> {
  const totals = new Map<Key, Minor>()
  for (const movement of movements)
    totals.set(keyOf(movement), saturatedSum([totals.get(keyOf(movement)) ?? 0, movement.amount]))
  return totals
}

/** Unknown operators last. */
function compare(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}
