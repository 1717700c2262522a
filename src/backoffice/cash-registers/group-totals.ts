import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds, type MovementKind } from '#shared/domain/register/movements.ts'

type Total = RegisterReport['totals'][number]
type Sum = { amount: number; count: number }

const added = (totals: readonly Sum[]): Sum =>
  totals.reduce((sum, { amount, count }) => ({ amount: sum.amount + amount, count: sum.count + count }), {
    amount: 0,
    count: 0,
  })

/** Total of each kind, by means of payment, in the order of the kinds. Kinds without a line are omitted. */
export function totalsOfKinds(totals: readonly Total[]): (Sum & { kind: MovementKind; means: Total[] })[] {
  return movementKinds.flatMap((kind) => {
    const means = totals.filter((total) => total.kind === kind).toSorted(byMeans)
    return means.length === 0 ? [] : [{ kind, means, ...added(means) }]
  })
}

/** Total of each means, by operator. Cash rounding is excluded. */
export function totalsOfMeans(totals: readonly Total[]): (Sum & Pick<Total, 'type' | 'operator'>)[] {
  const groups = new Map<string, Total[]>()
  for (const total of totals.filter(({ kind }) => kind !== 'rounding').toSorted(byMeans)) {
    const key = `${total.type} ${total.operator ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), total])
  }
  return [...groups.values()].map((group) => ({ type: group[0]!.type, operator: group[0]!.operator, ...added(group) }))
}

function byMeans(one: Total, other: Total): number {
  return (
    movementTypes.indexOf(one.type) - movementTypes.indexOf(other.type) ||
    (one.operator ?? '').localeCompare(other.operator ?? '', 'fr')
  )
}
