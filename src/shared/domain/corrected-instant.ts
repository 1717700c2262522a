/** In ms. A smaller difference is the time that the request took. */
const toleratedMs = 60_000

/** Beyond, an instant is not written with four digits of a year, and no database reads it. */
const firstMs = Date.parse('0001-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The true moment of an act, from the clock of the terminal that made it. `skewMs`: by how much the clock of the server
 * was ahead of the terminal's when the act arrived. A terminal whose clock is a day off counts and sells a day off; its
 * movements are compared with those of other terminals.
 */
export function correctedInstant(instant: string, skewMs: number): string {
  if (Math.abs(skewMs) < toleratedMs) return instant
  return new Date(Math.min(Math.max(Date.parse(instant) + skewMs, firstMs), lastMs)).toISOString()
}

/**
 * When a sale that a terminal froze was sold. `skewMs`: the difference that the terminal knows now, for a sale that ended
 * before it was known.
 */
export function soldInstant(
  { soldAt, clockSkewMs }: { soldAt: string; clockSkewMs?: number | undefined },
  skewMs: number | null = null,
): string {
  return correctedInstant(soldAt, clockSkewMs ?? skewMs ?? 0)
}
