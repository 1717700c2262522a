import type { Difference, DifferenceReason } from '#shared/domain/statements/agreed-line.ts'
import type { Judgement } from '#shared/domain/statements/match-statement.ts'
import { signedAmount, type StatementLine } from '#shared/domain/statements/statement-line.ts'

/**
 * What a member decided about a line. `match`: the proposal is right, its differences are claimed. `pay`: it is paid as
 * billed. `claim`: it is claimed whole.
 */
export const statementDecisions = ['match', 'pay', 'claim'] as const
export type StatementDecision = (typeof statementDecisions)[number]

/** In minor units. `matched` + `claimed` + `open` is the signed amount of the line. */
export type Settlement = { matched: number; claimed: number; open: number; claims: Difference[] }

/** A rounding of the supplier that is not worth a claim, in minor units. */
const tolerance = 1

/** What of a line is agreed, claimed, and still to be decided. Differences in favour of the pharmacy are not claimed. */
export function settleLine(
  line: Pick<StatementLine, 'kind' | 'amount'>,
  { certainty, differences }: Pick<Judgement, 'certainty' | 'differences'>,
  decision: StatementDecision | null,
): Settlement {
  const amount = signedAmount(line)
  // A credit cannot be claimed back: it is taken as it is.
  if (decision === 'pay' || (decision === 'claim' && line.kind === 'credit'))
    return { matched: amount, claimed: 0, open: 0, claims: [] }
  if (decision === 'claim') {
    const claims = [{ reason: wholeReason(differences), amount: Math.abs(amount) }]
    return { matched: amount - claims[0]!.amount, claimed: claims[0]!.amount, open: 0, claims }
  }
  if (certainty !== 'certain' && decision === null) return { matched: 0, claimed: 0, open: amount, claims: [] }
  const owed = differences.filter((each) => each.amount > tolerance)
  // What a wrong sum or price took off in favour of the pharmacy is set against what it claims of the same line.
  const favour = differences.reduce((sum, each) => sum + Math.min(0, each.amount), 0)
  const claims = lessen(owed, favour)
  const claimed = claims.reduce((sum, each) => sum + each.amount, 0)
  return { matched: amount - claimed, claimed, open: 0, claims }
}

/** Takes `favour` (zero or less) from the differences, the largest first. */
function lessen(differences: readonly Difference[], favour: number): Difference[] {
  let left = favour
  return differences
    .toSorted((a, b) => b.amount - a.amount)
    .flatMap((each) => {
      const taken = Math.max(left, -each.amount)
      left -= taken
      return each.amount + taken > 0 ? [{ ...each, amount: each.amount + taken }] : []
    })
}

function wholeReason(differences: readonly Difference[]): DifferenceReason {
  return differences.toSorted((a, b) => b.amount - a.amount)[0]?.reason ?? 'missing'
}

/** Reasons to doubt a whole statement before its lines are judged. */
export const statementDoubts = ['sums', 'other-month', 'other-pharmacy'] as const
export type StatementDoubt = (typeof statementDoubts)[number]

/**
 * `sums`: the lines do not add up to the total that the supplier wrote, as when a file was cut. `other-month`: most dated
 * lines lie outside its period. `other-pharmacy`: of five or more lines with a note, none has a note that is known.
 */
export function doubtsOf(
  { total, from, to }: { total: number; from: string; to: string },
  lines: readonly StatementLine[],
  judgements: readonly Judgement[],
): StatementDoubt[] {
  const dated = lines.flatMap(({ day, kind }) => (day === null || kind === 'credit' ? [] : [day]))
  const outside = dated.filter((day) => day < from || day > to).length
  const noted = judgements.filter((_, index) => lines[index]!.noteNumber !== null && lines[index]!.kind !== 'credit')
  return [
    ...(lines.reduce((sum, line) => sum + signedAmount(line), 0) === total ? [] : ['sums' as const]),
    ...(outside * 2 > dated.length ? ['other-month' as const] : []),
    ...(noted.length >= 5 && noted.every(({ because }) => because === 'unknown-note')
      ? ['other-pharmacy' as const]
      : []),
  ]
}
