/** Why the recorded stock of a product is doubtful. */
export const doubtReasons = ['negative', 'never-counted', 'moved-a-lot', 'dear', 'long-ago'] as const
export type DoubtReason = (typeof doubtReasons)[number]

export type DoubtFacts = {
  /** The lowest stock of its lots. */
  lowest: number
  /** Days since the lot that was counted longest ago was counted; null when a lot never was. */
  daysSinceCount: number | null
  /** Movements since then, of all its lots. */
  movements: number
  /** Stock at cost, in minor units, and the mean of all products. */
  value: number
  meanValue: number
}

/** Movements after which somebody has probably made a mistake. */
const manyMovements = 30
/** A product is dear from so many times the mean value on. */
const dearTimes = 5
const longAgoDays = 180

/**
 * How doubtful the stock of a product is, and why. A stock below zero is wrong for certain and comes first; then each
 * reason adds its weight: more movements, a longer time and a higher value never make a product less doubtful.
 */
export function doubtOf(facts: DoubtFacts): { score: number; reasons: DoubtReason[] } {
  const { lowest, daysSinceCount, movements, value, meanValue } = facts
  const times = meanValue > 0 ? Math.max(0, value) / meanValue : 0
  const reasons: DoubtReason[] = []
  if (lowest < 0) reasons.push('negative')
  if (daysSinceCount === null) reasons.push('never-counted')
  if (movements >= manyMovements) reasons.push('moved-a-lot')
  if (times >= dearTimes) reasons.push('dear')
  if (daysSinceCount !== null && daysSinceCount >= longAgoDays) reasons.push('long-ago')
  const score =
    (lowest < 0 ? 1_000 : 0) +
    (daysSinceCount === null ? 100 : Math.min(100, daysSinceCount / 4)) +
    Math.min(100, movements) +
    Math.min(100, times * 5)
  return { score: Math.round(score), reasons }
}
