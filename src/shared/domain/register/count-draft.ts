import type { Count, Difference } from '#shared/domain/register/closing.ts'
import { countedTotal, type CountedDenomination, type Denomination } from '#shared/domain/register/denominations.ts'
import { typeFacts } from '#shared/domain/payment.ts'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import { countedTypes, expectedByMeans, isSameMeans, type Means } from '#shared/domain/register/totals.ts'

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

/**
 * The expected means, and the means that were added by hand because the register did not expect them: mobile money that
 * was keyed as cash is still on the phone. An added means has a field in the draft.
 */
export function meansInCount(draft: CountDraft, means: readonly Means[]): Means[] {
  return [...means, ...Object.keys(draft).flatMap(meansOfField).filter(isNoneOf(means))]
}

/** What may be added to a count: each type counted apart, mobile money per operator of the country. */
export function meansToAdd(counted: readonly Means[], operators: readonly string[]): Means[] {
  return countedTypes
    .filter((type) => type !== 'CASH')
    .flatMap((type) => (typeFacts[type].isPerOperator ? operators : [null]).map((operator) => ({ type, operator })))
    .filter(isNoneOf(counted))
}

function meansOfField(field: string): Means[] {
  const [name, ...operator] = field.split('/')
  const type = countedTypes.find((each) => each !== 'CASH' && each === name)
  return type ? [{ type, operator: operator.join('/') || null }] : []
}

function isNoneOf(means: readonly Means[]): (one: Means) => boolean {
  return (one) => !means.some((each) => isSameMeans(each, one))
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

/** The entries of a count that is made again: each means that `isKept` keeps, the drawer by its notes and coins. */
export function draftOfCount({ denominations, others }: Count, isKept: (means: Means) => boolean): CountDraft {
  const cash = isKept({ type: 'CASH', operator: null }) ? denominations.filter(({ count }) => count > 0) : []
  return Object.fromEntries([
    ...cash.map((row) => [fieldOfDenomination(row), String(row.count)]),
    ...others.filter(isKept).map((row) => [fieldOfMeans(row), String(row.counted)]),
  ])
}

/** What a recount keeps once the amounts were shown: the means that were right. The others are counted again. */
export function rightInCount(count: Count, differences: readonly Difference[]): CountDraft {
  return draftOfCount(count, (means) => differences.some((row) => isSameMeans(row, means) && row.gap === 0))
}
