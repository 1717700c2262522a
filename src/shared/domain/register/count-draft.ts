import type { Count } from '#shared/domain/register/closing.ts'
import { countedTotal, type CountedDenomination, type Denomination } from '#shared/domain/register/denominations.ts'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans, type Means } from '#shared/domain/register/totals.ts'

/** A count as it stands typed: digits by field. What is missing was not counted yet. */
export type CountDraft = Readonly<Record<string, string>>

export function fieldOfDenomination({ form, value }: Denomination): string {
  return `${form}/${value}`
}

export function fieldOfMeans({ type, operator }: Means): string {
  return `${type}/${operator ?? ''}`
}

/** How often each note and coin was counted; nothing typed is none. */
export function typedDenominations(draft: CountDraft, rows: readonly Denomination[]): CountedDenomination[] {
  return rows.map((row) => ({ ...row, count: Number(draft[fieldOfDenomination(row)] ?? 0) }))
}

/** What the drawer holds as far as it is counted, in minor units. */
export function typedCash(draft: CountDraft, rows: readonly Denomination[]): number {
  return countedTotal(typedDenominations(draft, rows))
}

/** Means beside the drawer that moved in a register: each is counted, also where it came out even. */
export function meansToCount(movements: readonly RegisterMovement[]): Means[] {
  return expectedByMeans(movements)
    .filter(({ type }) => type !== 'CASH')
    .map(({ type, operator }) => ({ type, operator }))
}

/** Those that nobody has typed an amount for; 0 is an amount. */
export function untypedMeans(draft: CountDraft, means: readonly Means[]): Means[] {
  return means.filter((each) => (draft[fieldOfMeans(each)] ?? '') === '')
}

/** The count as it is put down: amounts in minor units, to the unit. */
export function countOfDraft(draft: CountDraft, rows: readonly Denomination[], means: readonly Means[]): Count {
  return {
    denominations: typedDenominations(draft, rows),
    others: means.map((each) => ({ ...each, counted: Number(draft[fieldOfMeans(each)] ?? 0) })),
  }
}
