/** In ms. No terminal sold anything with Officine before: a clock that says so has lost its battery. */
export const earliestActMs = Date.UTC(2020, 0, 1)

/** Whether the clock of the terminal that says this moment was set: it is neither 1970 nor a typing error. */
export function isPlausibleAct(instant: string): boolean {
  return Date.parse(instant) >= earliestActMs
}
