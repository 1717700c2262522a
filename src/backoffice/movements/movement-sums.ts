import type { MovementReport } from '#shared/contract/movements.ts'
import { type MovementType, movementTypes } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'
import {
  notTakenByType,
  placedKinds,
  takenKinds,
  takenTypes,
  takings,
  takingsByMeans,
  typesOfMeans,
} from '#shared/domain/register/takings.ts'
import { movementKindWords } from '#backoffice/ui/movement-words.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

/**
 * A sum of movements, in minor units. Law: the movements of these kinds and types (missing: of all) add up to
 * `amount`.
 */
export type MoneyFigure = {
  name: string
  amount: number
  kinds: readonly MovementKind[]
  types?: readonly MovementType[]
}

/**
 * The figures above the list (docs/money.md), in groups: the takings and each means of them; what is paid later or
 * given as a discount; what only changed its place and the cash rounding. A figure without a movement is left out.
 */
export function figureGroupsOf({ totals }: Pick<MovementReport, 'totals'>): MoneyFigure[][] {
  const means = takingsByMeans(totals)
  const isPaidOut = totals.some(({ type }) => type === 'DISBURSEMENT')
  const apart = [...placedKinds, 'rounding' as const].map((kind) => totals.filter((total) => total.kind === kind))
  return [
    [
      ...(means.size === 0
        ? []
        : [{ name: 'Encaissements', amount: takings(totals), kinds: takenKinds, types: takenTypes }]),
      ...[...means].map(([type, amount]) => ({
        name: type === 'CASH' && isPaidOut ? `${paymentName(type)}, décaissements déduits` : paymentName(type),
        amount,
        kinds: takenKinds,
        types: typesOfMeans(type),
      })),
    ],
    [...notTakenByType(totals)].map(([type, amount]) => ({
      name: paymentName(type),
      amount,
      kinds: takenKinds,
      types: [type],
    })),
    apart.flatMap((own) =>
      own.length === 0
        ? []
        : {
            name: movementKindWords[own[0]!.kind],
            amount: own.reduce((sum, { amount }) => sum + amount, 0),
            kinds: [own[0]!.kind],
          },
    ),
  ].filter((group) => group.length > 0)
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
