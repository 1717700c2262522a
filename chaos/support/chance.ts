/** A reproducible random generator: the same seed gives the same numbers (mulberry32). */
export type Chance = {
  /** 0 ≤ x < 1 */
  fraction(): number
  /** An integer, both bounds included. */
  between(least: number, most: number): number
  isTrue(probability: number): boolean
  oneOf<T>(choices: readonly T[]): T
  /** Weighted choice; a weight of 0 is never chosen. */
  weighted<T extends { weight: number }>(choices: readonly T[]): T
  shuffled<T>(things: readonly T[]): T[]
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    between,
    isTrue: (probability) => fraction() < probability,
    oneOf: (choices) => choices[between(0, choices.length - 1)]!,
    weighted(choices) {
      const total = choices.reduce((sum, { weight }) => sum + weight, 0)
      let left = fraction() * total
      return choices.find(({ weight }) => (left -= weight) < 0) ?? choices.findLast(({ weight }) => weight > 0)!
    },
    shuffled(things) {
      const left = [...things]
      return Array.from(things, () => left.splice(between(0, left.length - 1), 1)[0]!)
    },
  }
}
