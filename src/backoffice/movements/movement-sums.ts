import type { MovementReport } from '#shared/contract/movements.ts'
import { type MovementType, movementTypes } from '#shared/domain/payment.ts'

/** Total of each type in the order of the types, and the cash rounding separately. Minor units. */
export function sumsOf({ totals }: Pick<MovementReport, 'totals'>): {
  types: { type: MovementType; amount: number }[]
  rounding: number
} {
  const added = (of: (total: MovementReport['totals'][number]) => boolean) =>
    totals.filter(of).reduce((sum, { amount }) => sum + amount, 0)
  const types = movementTypes.filter((type) => totals.some((total) => total.type === type && total.kind !== 'rounding'))
  return {
    types: types.map((type) => ({ type, amount: added((total) => total.type === type && total.kind !== 'rounding') })),
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
