import type { Count } from '#shared/domain/register/closing.ts'
import { countedTotal, type CountedDenomination, type Denomination } from '#shared/domain/register/denominations.ts'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans, type Means } from '#shared/domain/register/totals.ts'

/** An unfinished count: entered digits by field. A missing field was not counted yet. */
export type CountDraft = Readonly<Record<string, string>>

/** The field name of a denomination. */
export function fieldOfDenomination({ form, value }: Denomination): string {
  return `${form}/${value}`
}

/** The field name of a means. */
export function fieldOfMeans({ type, operator }: Means): string {
  return `${type}/${operator ?? ''}`
}

/** The count of each denomination; 0 for an empty field. */
export function typedDenominations(draft: CountDraft, rows: readonly Denomination[]): CountedDenomination[] {
  return rows.map((row) => ({ ...row, count: Number(draft[fieldOfDenomination(row)] ?? 0) }))
}

/** The cash counted so far, in minor units. */
export function typedCash(draft: CountDraft, rows: readonly Denomination[]): number {
  return countedTotal(typedDenominations(draft, rows))
}

/** The means other than cash that moved in a register: each must be counted, also with a balance of 0. */
export function meansToCount(movements: readonly RegisterMovement[]): Means[] {
  return expectedByMeans(movements)
    .filter(({ type }) => type !== 'CASH')
    .map(({ type, operator }) => ({ type, operator }))
}

/** The means without an entry; 0 is an entry. */
export function untypedMeans(draft: CountDraft, means: readonly Means[]): Means[] {
  return means.filter((each) => (draft[fieldOfMeans(each)] ?? '') === '')
}

/** The recorded count; amounts in minor units. */
export function countOfDraft(draft: CountDraft, rows: readonly Denomination[], means: readonly Means[]): Count {
  return {
    denominations: typedDenominations(draft, rows),
    others: means.map((each) => ({ ...each, counted: Number(draft[fieldOfMeans(each)] ?? 0) })),
  }
}
