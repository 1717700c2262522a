/** In ms. No terminal sold anything with Officine before: a clock that says so has lost its battery. */
export const earliestActMs = Date.UTC(2020, 0, 1)

/** In ms. No terminal keeps an act for longer before it is sent; the clock of a dead battery begins years earlier. */
const longestWayMs = 366 * 24 * 60 * 60_000

/** Whether the clock of the terminal that says this moment was set: it is neither 1970 nor years before it arrives. */
export function isPlausibleAct(instant: string, now: Date): boolean {
  return Date.parse(instant) >= Math.max(earliestActMs, now.getTime() - longestWayMs)
}
