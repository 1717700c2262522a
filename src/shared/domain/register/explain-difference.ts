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
 * A likely cause of the difference of one means: `amount` of it in minor units, always above 0; `score` between 0 and 1, all causes together
 * below 1; what speaks for it, the likeliest first, all of the cause's kind.
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

/** What each difference that a cause leaves open takes from its chance: two slips in one day are rare. */
const twoSlips = 0.02
/** The chance of what nobody here thinks of: keeps the score of a lone weak cause low. */
const unknown = 0.002

/**
 * Why a count may differ, likeliest first; nothing where it is even. Each kind of slip is taken for equally frequent (no shop has measured it), so that
 * what counts is how likely a slip of that kind gives this very gap on this very day: a gap of 5 000 speaks little for the one sale of 5 000 among all
 * ways to 5 000, a gap of 3 715 speaks loudly for the one sale of 3 715. A kind is as likely as all its suspicions together.
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
