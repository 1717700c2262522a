import { createHash } from 'node:crypto'

export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** An integer, both bounds included. */
  int(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  /** An index of `weights`, with a probability proportional to its weight. */
  weighted(weights: readonly number[]): number
}

/** A pseudo-random generator that gives the same values for the same seed (mulberry32). */
export function seededRandom(...seed: string[]): Random {
  let state = createHash('sha256').update(seed.join('\n')).digest().readInt32BE()
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      return Math.max(
        0,
        weights.findIndex((weight) => (left -= weight) < 0),
      )
    },
  }
}
