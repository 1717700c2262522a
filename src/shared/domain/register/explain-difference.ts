import { minor, type Minor } from '#shared/domain/money.ts'
import type { CauseKind, CountedDay, Evidence, Suspicion } from '#shared/domain/register/causes/counted-day.ts'
import { digitsSwapped } from '#shared/domain/register/causes/digits-swapped.ts'
import { halfMoved } from '#shared/domain/register/causes/half-moved.ts'
import { miscounted } from '#shared/domain/register/causes/miscounted.ts'
import { missingDisbursement } from '#shared/domain/register/causes/missing-disbursement.ts'
import { recordedNotMoved } from '#shared/domain/register/causes/recorded-not-moved.ts'
import { refundNotGiven } from '#shared/domain/register/causes/refund-not-given.ts'
import { wrongMeans } from '#shared/domain/register/causes/wrong-means.ts'
import { wrongNote } from '#shared/domain/register/causes/wrong-note.ts'
import { wrongSide } from '#shared/domain/register/causes/wrong-side.ts'
import type { Difference } from '#shared/domain/register/closing.ts'
import type { Means } from '#shared/domain/register/totals.ts'

/**
 * A likely cause of one means' difference. `amount`: in minor units, always positive. `score`: 0…1, the sum over all
 * causes stays below 1. `evidence`: all of the cause's kind, most likely first.
 */
export type Cause = { kind: CauseKind; means: Means; amount: Minor; score: number; evidence: readonly Evidence[] }

const rules = [
  recordedNotMoved,
  wrongSide,
  halfMoved,
  wrongNote,
  wrongMeans,
  refundNotGiven,
  missingDisbursement,
  digitsSwapped,
  miscounted,
]

/** Factor for each difference that a cause leaves unexplained: two mistakes on one day are rare. */
const twoSlips = 0.02
/** Probability of causes that no rule covers; keeps the score of a single weak cause low. */
const unknown = 0.002

/**
 * Likely causes of the differences of a count, most likely first; empty when there are none. All kinds of mistakes are
 * assumed equally frequent (there are no measurements), so the score depends on how likely a mistake of that kind
 * produces exactly this gap on this day: a gap of 5 000 is weak evidence for the only sale of 5 000, because many
 * mistakes give 5 000; a gap of 3 715 is strong evidence for the only sale of 3 715. The score of a kind is the sum of
 * its suspicions.
 */
export function explainDifference(day: CountedDay): Cause[] {
  const uneven = day.differences.filter(({ gap }) => gap !== 0)
  const found = uneven.flatMap((row) => rules.flatMap((rule) => causeOf(row, rule(day, row), uneven.length)))
  const all = found.reduce((whole, { score }) => whole + score, unknown)
  return found.map((cause) => ({ ...cause, score: cause.score / all })).toSorted((a, b) => b.score - a.score)
}

function causeOf({ type, operator, gap }: Difference, suspicions: readonly Suspicion[], uneven: number): Cause[] {
  const weighed = suspicions
    .map(({ chance, explains, evidence }) => ({
      evidence,
      weight: chance * twoSlips ** Math.max(0, uneven - explains),
    }))
    .toSorted((a, b) => b.weight - a.weight)
  const likeliest = weighed[0]
  if (!likeliest) return []
  const score = weighed.reduce((whole, { weight }) => whole + weight, 0)
  return [
    {
      kind: likeliest.evidence.kind,
      means: { type, operator },
      amount: minor(Math.abs(gap)),
      score,
      evidence: weighed.map(({ evidence }) => evidence),
    },
  ]
}
