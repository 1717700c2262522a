import type { FactSource, RatioMeasure, SummedMeasure } from '#shared/domain/reports/measure.ts'
import { salesRatios, salesSums } from '#shared/domain/reports/sales-measures.ts'
import { stockParts, stockRatios, stockSums } from '#shared/domain/reports/stock-measures.ts'
import { tradeParts, tradeRatios, tradeSums } from '#shared/domain/reports/trade-measures.ts'

const summed = { ...salesSums, ...stockSums, ...tradeSums }
const ratios = { ...salesRatios, ...stockRatios, ...tradeRatios }
/** All that is added up over rows, with what only ratios are made of. */
export const sums = { ...summed, ...stockParts, ...tradeParts }

export type SummedName = keyof typeof sums
export type MeasureName = keyof typeof summed | keyof typeof ratios

/** Each measure of the reports, declared once: its formula in words, its unit and the right that it needs. */
export const measures: Readonly<Record<MeasureName, SummedMeasure | RatioMeasure<SummedName>>> = {
  ...summed,
  ...ratios,
}
export const measureNames = Object.keys(measures) as MeasureName[]

/** The sums that a measure is computed of. */
export function sumsOf(name: MeasureName): readonly SummedName[] {
  const measure = measures[name]
  return 'of' in measure ? measure.of : [name as SummedName]
}

/** The sources that a measure reads. */
export function sourcesOf(name: MeasureName): FactSource[] {
  return [...new Set(sumsOf(name).map((sum) => sums[sum].source))]
}

/**
 * The value of a measure from the sums of a group over a period of so many days: whole minor units, percents with one
 * decimal. Null for a ratio to nothing, or to less.
 */
export function valueOf(name: MeasureName, of: Readonly<Partial<Record<SummedName, number>>>, days = 1): number | null {
  const measure = measures[name]
  if (!('of' in measure)) return of[name as SummedName] ?? 0
  const [part, whole] = measure.of.map((each) => of[each] ?? 0) as [number, number]
  if (whole <= 0) return null
  if (measure.per === 100) return Math.round((part / whole) * 1000) / 10
  return Math.round((part / whole) * { 1: 1, days, months: days / 30 }[measure.per])
}
