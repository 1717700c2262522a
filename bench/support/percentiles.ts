export type Percentiles = { p50: number; p95: number; p99: number; max: number; count: number }

/** Nearest-rank percentiles; NaN of nothing. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), count: sorted.length }
}
