import { dimensionNames, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measureNames, type MeasureName } from '#shared/domain/reports/measures.ts'

type Kept = {
  measures: readonly string[]
  dimensions: readonly string[]
  filters: readonly { dimension: string; key: string; name: string }[]
  /** Of the first measure; otherwise its largest value first. `change`: to the compared period. */
  order?: KeptOrder | null | undefined
  /** Only the first groups. */
  limit?: number | null | undefined
  /** Only the groups of which these measures are above nothing, or not. */
  only?: readonly KeptCondition<string>[] | undefined
}
export type KeptOrder = { of: 'value' | 'change'; descending: boolean }
export type KeptCondition<Name extends string = MeasureName> = {
  by: Name
  of: 'value' | 'compared'
  is: 'some' | 'none'
}
/** The parts of a kept question that the vocabulary still has. `lost`: the names that it has no longer. */
export type KnownQuestion = {
  measures: MeasureName[]
  dimensions: DimensionName[]
  filters: { dimension: DimensionName; key: string; name: string }[]
  order: KeptOrder | null
  limit: number | null
  only: KeptCondition[]
  lost: string[]
}

/** Reads a kept question in the vocabulary of now. A dimension that the measures no longer say is lost too. */
export function knownQuestion({ measures, dimensions, filters, order, limit, only = [] }: Kept): KnownQuestion {
  const known = measures.flatMap((name) => measureNames.filter((each) => each === name))
  const ofAll = (name: string): DimensionName | undefined =>
    dimensionNames.find((each) => each === name && known.every((measure) => isKnownOf(each, measure)))
  return {
    measures: known,
    dimensions: dimensions.flatMap((name) => ofAll(name) ?? []),
    filters: filters.flatMap(({ dimension, key, name }) => {
      const found = ofAll(dimension)
      return found ? [{ dimension: found, key, name }] : []
    }),
    order: order ?? null,
    limit: limit ?? null,
    only: only.flatMap(({ by, ...condition }) => {
      const measure = known.find((each) => each === by)
      return measure ? [{ by: measure, ...condition }] : []
    }),
    lost: [
      ...new Set([...measures, ...only.map(({ by }) => by)].filter((name) => !known.some((each) => each === name))),
      ...[...dimensions, ...filters.map(({ dimension }) => dimension)].filter((name) => ofAll(name) === undefined),
    ],
  }
}

/** How the groups of a question are chosen, of these of its measures. Without groups there is nothing to choose. */
export function choiceOf(
  { dimensions, order, only }: Pick<KnownQuestion, 'dimensions' | 'order' | 'only'>,
  [first]: readonly MeasureName[],
) {
  const isGrouped = dimensions.length > 0
  return {
    ...(isGrouped && order && first !== undefined && { order: { by: first, ...order } }),
    ...(isGrouped && only.length > 0 && { only }),
  }
}

/** The filters of a question as it is asked: the keys of one dimension together. */
export function askedFilters<Dimension extends string>(
  filters: readonly { dimension: Dimension; key: string }[],
): { dimension: Dimension; keys: string[] }[] {
  return [...new Set(filters.map(({ dimension }) => dimension))].map((dimension) => ({
    dimension,
    keys: filters.filter((each) => each.dimension === dimension).map(({ key }) => key),
  }))
}
