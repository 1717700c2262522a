import { dimensionNames, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measureNames, type MeasureName } from '#shared/domain/reports/measures.ts'

type Kept = {
  measures: readonly string[]
  dimensions: readonly string[]
  filters: readonly { dimension: string; key: string; name: string }[]
}
/** The parts of a kept question that the vocabulary still has. `lost`: the names that it has no longer. */
export type KnownQuestion = {
  measures: MeasureName[]
  dimensions: DimensionName[]
  filters: { dimension: DimensionName; key: string; name: string }[]
  lost: string[]
}

/** Reads a kept question in the vocabulary of now. A dimension that the measures no longer say is lost too. */
export function knownQuestion({ measures, dimensions, filters }: Kept): KnownQuestion {
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
    lost: [
      ...measures.filter((name) => !known.some((each) => each === name)),
      ...[...dimensions, ...filters.map(({ dimension }) => dimension)].filter((name) => ofAll(name) === undefined),
    ],
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
