/** In ms. A smaller difference is the time that the request took. */
const toleratedMs = 60_000

/**
 * The true moment of an act, from the clock of the terminal that made it. `skewMs`: by how much the clock of the server
 * was ahead of the terminal's when the act arrived. A terminal whose clock is a day off counts and sells a day off; its
 * movements are compared with those of other terminals.
 */
export function correctedInstant(instant: string, skewMs: number): string {
  return Math.abs(skewMs) < toleratedMs ? instant : new Date(Date.parse(instant) + skewMs).toISOString()
}
