import type { MovementReport } from '#shared/contract/movements.ts'
import { type MovementType, movementTypes } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'

type Totals = Pick<MovementReport, 'totals'>
/** `isNet`: disbursements lower it. */
type MeansSum = { type: MovementType; amount: number; isNet: boolean }

/** Money that only changes its place: it is put into a drawer or taken to the bank. It is no takings. */
const placedKinds = ['float', 'cash-in', 'deposit'] as const

/**
 * The takings of each means, in the order of the types: what sales and repaid credits brought in, less refunds. What
 * was paid out of a drawer lowers its cash. Money that only changes its place and the cash rounding stand apart. Minor
 * units.
 */
export function sumsOf({ totals }: Totals): {
  types: MeansSum[]
  placed: { kind: MovementKind; amount: number }[]
  rounding: number
} {
  const added = (of: (total: Totals['totals'][number]) => boolean) =>
    totals.filter(of).reduce((sum, { amount }) => sum + amount, 0)
  const taken = totals.filter(({ kind }) => kind !== 'rounding' && !placedKinds.some((each) => each === kind))
  const isNet = taken.some(({ type }) => type === 'DISBURSEMENT')
  const meansOf = ({ type }: Totals['totals'][number]): MovementType => (type === 'DISBURSEMENT' ? 'CASH' : type)
  const types = movementTypes.filter((type) => taken.some((total) => meansOf(total) === type))
  return {
    types: types.map((type) => ({
      type,
      amount: taken.reduce((sum, total) => sum + (meansOf(total) === type ? total.amount : 0), 0),
      isNet: isNet && type === 'CASH',
    })),
    placed: placedKinds.flatMap((kind) =>
      totals.some((total) => total.kind === kind) ? [{ kind, amount: added((total) => total.kind === kind) }] : [],
    ),
    rounding: added(({ kind }) => kind === 'rounding'),
  }
}

/** Movements per hour without the floats, which are in the drawer before the first sale. */
export function withoutFloats(all: MovementReport['hours'], floats: MovementReport['hours']): MovementReport['hours'] {
  return all.flatMap((each) => {
    const float = floats.find(({ hour, type }) => hour === each.hour && type === each.type)
    const amount = each.amount - (float?.amount ?? 0)
    return float && amount === 0 ? [] : [{ ...each, amount }]
  })
}

type HourRow = { hour: number; values: Partial<Record<MovementType, number>> }

/**
 * All hours from the first to the last with a movement, and the types that moved. An hour without a movement counts as
 * 0.
 */
export function hoursOf(hours: MovementReport['hours']): { types: MovementType[]; rows: HourRow[] } {
  if (hours.length === 0) return { types: [], rows: [] }
  const all = hours.map(({ hour }) => hour)
  const [first, last] = [Math.min(...all), Math.max(...all)]
  const rows = Array.from({ length: last - first + 1 }, (_, at) => {
    const hour = first + at
    return {
      hour,
      values: Object.fromEntries(hours.filter((each) => each.hour === hour).map(({ type, amount }) => [type, amount])),
    }
  })
  return { types: movementTypes.filter((type) => hours.some((each) => each.type === type)), rows }
}
