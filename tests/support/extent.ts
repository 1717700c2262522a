/**
 * How much of the long tests is run. Vitest by itself runs all of it once; `npm test` runs a quarter of the properties and
 * one part of the walks over all calls; `npm run test:deep` runs ten times the properties and the whole walks.
 */

/** How often a property is tried: its own number, times the factor OFFICINE_RUNS. A factor below 1 leaves at least ten. */
export function runs(count: number): number {
  return Math.max(Math.round(count * factor), Math.min(count, 10))
}

const factor = Number(process.env.OFFICINE_RUNS ?? 1)

/** What a walk over all calls visits: all of them, or with OFFICINE_PART=3/8 every eighth, from the third on. The eight parts are the whole. */
export function partOf<T>(calls: readonly T[], part = process.env.OFFICINE_PART): readonly T[] {
  if (!part) return calls
  const [nth, of] = part.split('/').map(Number)
  if (!nth || !of || nth > of) throw new Error(`OFFICINE_PART=${part}: not a part like 3/8`)
  return calls.filter((_, index) => index % of === nth - 1)
}
