import type { LocalSaleStatus } from '#shared/domain/local-sale.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { countedTotal, type CountedDenomination } from '#shared/domain/register/denominations.ts'
import type { MovementKind, RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans, isSameMeans, totalsByKind, totalsByType, type Means } from '#shared/domain/register/totals.ts'
import type { MovementType } from '#shared/domain/payment.ts'

/** A sale of this register that the server does not have yet. */
export type UnsentSale = { id: string; identifier: string; status: LocalSaleStatus; total: number; isEmpty: boolean }

/** A refused sale may be worth nothing in the end, an open one is not paid: neither is known. What only waits was paid, and is counted. */
export type UnsentSales = { open: UnsentSale[]; refused: UnsentSale[]; waiting: UnsentSale[] }

export function sortUnsent(sales: readonly UnsentSale[]): UnsentSales {
  const those = (...statuses: LocalSaleStatus[]): UnsentSale[] => sales.filter(({ status, isEmpty }) => statuses.includes(status) && !isEmpty)
  return { open: those('LOCAL', 'ONGOING'), refused: those('ERROR'), waiting: those('SUBMITTING') }
}

/** What was counted: the drawer by notes and coins, every other means by its own total in minor units. */
export type Count = { denominations: readonly CountedDenomination[]; others: readonly (Means & { counted: number })[] }

/** `gap` = counted − expected: below zero, it is missing. Minor units. */
export type Difference = Means & { expected: Minor; counted: Minor; gap: Minor }

/** Means that moved and that nobody counted. The drawer is always counted: no coin at all is a count. */
export function uncounted(movements: readonly RegisterMovement[], { others }: Count): Means[] {
  return expectedByMeans(movements)
    .filter((means) => means.type !== 'CASH' && means.expected !== 0 && !others.some((row) => isSameMeans(row, means)))
    .map(({ type, operator }) => ({ type, operator }))
}

/** Each means that was expected or counted, once; the drawer first. Money counted where none was expected is a difference too. */
export function differences(movements: readonly RegisterMovement[], { denominations, others }: Count): Difference[] {
  const expected = expectedByMeans(movements)
  const unexpected = others.filter((row, place) => !expected.some((means) => isSameMeans(means, row)) && others.findIndex((each) => isSameMeans(each, row)) === place)
  return [...expected, ...unexpected.map(({ type, operator }) => ({ type, operator, expected: minor(0) }))].map((means) => {
    const counted = means.type === 'CASH' ? countedTotal(denominations) : sum(others.filter((row) => isSameMeans(row, means)).map((row) => row.counted))
    return { ...means, counted, gap: minor(counted - means.expected) }
  })
}

/** Who closes although sales are open or refused, and why: it is written in the report, with those sales. */
export type WayThrough = { reason: string; userId: string }

export type ClosingAsked = {
  closedAt: string | null
  movements: readonly RegisterMovement[]
  unsent: readonly UnsentSale[]
  count: Count
  /** Said where there is a difference. */
  explanation: string | null
  wayThrough: (WayThrough & { permitted: boolean }) | null
}

export type ClosingObstacle =
  | { kind: 'already-closed'; closedAt: string }
  | { kind: 'open-sales' | 'refused-sales'; sales: UnsentSale[] }
  | { kind: 'way-through-not-permitted' }
  | { kind: 'uncounted'; means: Means[] }
  | { kind: 'unexplained'; gap: Minor }

/**
 * All that stands against closing a register, in the order in which it is mended; none: it closes. Open and refused sales give way to a reason
 * of who may; a count and an explanation are never waived.
 */
export function closingObstacles({ closedAt, movements, unsent, count, explanation, wayThrough }: ClosingAsked): ClosingObstacle[] {
  if (closedAt !== null) return [{ kind: 'already-closed', closedAt }]
  const missing = uncounted(movements, count)
  const { gap, isUneven } = gapOf(differences(movements, count))
  return [
    ...salesInTheWay(unsent, wayThrough),
    ...(missing.length > 0 ? [{ kind: 'uncounted' as const, means: missing }] : []),
    // Before all is counted there is no difference to explain.
    ...(missing.length === 0 && isUneven && !explanation?.trim() ? [{ kind: 'unexplained' as const, gap }] : []),
  ]
}

/** The lines of a report that is kept as it was made: the server gives its number and checks the rest against its own ledger. */
export type ClosingReport = {
  register: { id: string; till: string; openedBy: string; openedAt: string; closedBy: string; closedAt: string }
  byKind: { kind: MovementKind; amount: Minor }[]
  byType: { type: MovementType; amount: Minor }[]
  movementCount: number
  denominations: CountedDenomination[]
  differences: Difference[]
  gap: Minor
  explanation: string | null
  /** Paid and counted, not sent yet: a later refusal is an exception to this report. */
  waiting: UnsentSale[]
  /** Left behind by who may, and why. */
  leftBehind: { sales: UnsentSale[]; by: WayThrough } | null
}

/** What a closing writes down. RangeError while something stands against it. */
export function closingReport(register: ClosingReport['register'], asked: ClosingAsked): ClosingReport {
  const obstacles = closingObstacles(asked)
  if (obstacles.length > 0) throw new RangeError(`cannot close: ${obstacles.map(({ kind }) => kind).join(', ')}`)
  const { movements, count, explanation, wayThrough } = asked
  const { open, refused, waiting } = sortUnsent(asked.unsent)
  const rows = differences(movements, count)
  const behind = [...open, ...refused]
  return {
    register,
    byKind: [...totalsByKind(movements)].map(([kind, amount]) => ({ kind, amount })),
    byType: [...totalsByType(movements)].map(([type, amount]) => ({ type, amount })),
    movementCount: movements.length,
    denominations: [...count.denominations],
    differences: rows,
    gap: gapOf(rows).gap,
    explanation: explanation?.trim() || null,
    waiting,
    leftBehind: behind.length > 0 && wayThrough ? { sales: behind, by: { reason: wayThrough.reason.trim(), userId: wayThrough.userId } } : null,
  }
}

function salesInTheWay(unsent: readonly UnsentSale[], wayThrough: ClosingAsked['wayThrough']): ClosingObstacle[] {
  const { open, refused } = sortUnsent(unsent)
  const inTheWay = [{ kind: 'open-sales' as const, sales: open }, { kind: 'refused-sales' as const, sales: refused }].filter(({ sales }) => sales.length > 0)
  if (inTheWay.length === 0 || !wayThrough?.reason.trim()) return inTheWay
  return wayThrough.permitted ? [] : [...inTheWay, { kind: 'way-through-not-permitted' }]
}

/** Two gaps may add up to nothing and are still two: money keyed under the wrong means. */
function gapOf(rows: readonly Difference[]): { gap: Minor; isUneven: boolean } {
  return { gap: sum(rows.map(({ gap }) => gap)), isUneven: rows.some(({ gap }) => gap !== 0) }
}
