import { type CountedDay, type Rule } from '#shared/domain/register/causes/counted-day.ts'
import type { CountedDenomination, Denomination } from '#shared/domain/register/denominations.ts'

/**
 * Probability by number of pieces miscounted: mostly one (two notes stick together), a few, or half a bundle or a
 * bundle of ten.
 */
const outBy: Readonly<Record<number, number>> = { 1: 0.45, 2: 0.18, 3: 0.09, 4: 0.05, 5: 0.06, 10: 0.08 }
const outByElse = 0.005
const most = 20
/** Probability that a whole pile was left out, when the last count had one. */
const pileLeftOut = 0.1
/** Weight of a quantity that equals the last count's. */
const asBeforeWeight = 3

/**
 * Pieces of one denomination were counted twice or missed: the gap is a small multiple of its value. Larger piles are
 * miscounted more often.
 */
export const miscounted: Rule<'miscounted'> = (day, { type, gap }) => {
  if (type !== 'CASH') return []
  const weights = day.denominations.map(({ count }) => Math.sqrt(count + 1))
  const all = weights.reduce((whole, weight) => whole + weight, 0)
  return day.denominations.flatMap((row, place) => {
    const pieces = gap / row.value
    const meant = row.count - pieces
    if (!Number.isInteger(pieces) || meant < 0) return []
    const before = countedBefore(day, row)
    const chance = Math.min(1, (weights[place]! / all) * chanceOf(row, meant, before))
    return chance > 0
      ? [
          {
            chance,
            explains: 1,
            evidence: { kind: 'miscounted', form: row.form, value: row.value, counted: row.count, meant, before },
          },
        ]
      : []
  })
}

function chanceOf({ count }: CountedDenomination, meant: number, before: number | null): number {
  const pieces = Math.abs(count - meant)
  if (count === 0 && before !== null && before > 0 && meant <= 2 * before) return pileLeftOut
  const chance = outBy[pieces] ?? (pieces <= most ? outByElse : 0)
  // Half for each direction.
  return (chance / 2) * (before === meant ? asBeforeWeight : 1)
}

function countedBefore({ countedBefore: rows }: CountedDay, { form, value }: Denomination): number | null {
  return rows?.find((row) => row.form === form && row.value === value)?.count ?? null
}
