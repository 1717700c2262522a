export type Percentiles = { p50: number; p95: number; p99: number; max: number; count: number }

/** Nearest-rank percentiles. Throws when there are no values: a broken bench must not print a figure. */
export function percentilesOf(values: readonly number[]): Percentiles {
  if (values.length === 0 || !values.every(Number.isFinite))
    throw new Error(`${values.length} measurements, not all of them figures: the bench is broken`)
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), count: sorted.length }
}
