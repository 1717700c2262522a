import type { Permission } from '#shared/domain/permissions.ts'

/**
 * Where the rows of a measure come from. `lines`: what was sold and brought back, line by line. `sales`: the sales.
 * `payments`: their payments, less refunds. `missed`: missed sales. `losses`: boxes that left the stock unsold. `gaps`:
 * the counts of drawers. `stock`: what entered and left lots. `levels`: what lots held before and after the period.
 * `outages`: the days without stock of each product. `savings`: what was saved of lots before they expired. `bills`: the
 * lines of bills issued in the period, and what became of them by now. `orders`: the lines of orders sent in the period,
 * and what came of them by now. `deliveries`: the lines of closed deliveries.
 */
export const factSources = [
  'lines',
  'sales',
  'payments',
  'missed',
  'losses',
  'gaps',
  'stock',
  'levels',
  'outages',
  'savings',
  'bills',
  'orders',
  'deliveries',
] as const
export type FactSource = (typeof factSources)[number]

/** `money`: minor units. `percent`: of a hundred. `count`: a whole number. */
type MeasureUnit = 'money' | 'percent' | 'count'

type Facts = {
  label: string
  unit: MeasureUnit
  /** How it is computed, in words; printed under each report. */
  formula: string
  /** What it must not be taken for. */
  notFor?: string
  /** The right that it needs beside the one to reports. */
  permission?: Permission
}
/** Added up over the rows of its source. */
export type SummedMeasure = Facts & { source: FactSource }
/** A sum that only ratios are made of: nobody asks for it. */
export type Part = { source: FactSource }
/**
 * From two sums. `per`: 100 for a percent, `days` or `months` (of 30 days) for those of
 * the period. It is computed of the sums, never added up.
 */
export type RatioMeasure<Sum extends string = string> = Facts & {
  of: readonly [Sum, Sum]
  per: 1 | 100 | 'days' | 'months'
}
