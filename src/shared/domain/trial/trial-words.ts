import type { LedgerDifference } from '#shared/domain/backup/drill.ts'
import type { AnswerDifference } from '#shared/domain/trial/compare-answers.ts'

/** A call of the records that the new version answered otherwise. */
export type CallDifference = AnswerDifference & { at: string; method: string; call: string }

/**
 * What the trial of a new version found. `recorded`: calls in the records; `replayed` of them; `differences`: the first
 * ones; `different`: all of them. `ledgers`: those that are equal.
 */
export type TrialFindings = {
  recorded: number
  replayed: number
  different: number
  differences: readonly CallDifference[]
  ledgers: readonly string[]
  ledgerDifferences: readonly LedgerDifference[]
}

/** « 3 412 appels rejoués, 3 412 réponses égales, 5 livres égaux », and then each difference on a line of its own. */
export function trialWords(found: TrialFindings): string[] {
  const { recorded, replayed, different, differences, ledgers, ledgerDifferences } = found
  const share = replayed < recorded ? ` sur ${inFrench(recorded)}` : ''
  const equal = replayed - different
  return [
    [
      `${inFrench(replayed)} ${plural(replayed, 'appel rejoué', 'appels rejoués')}${share}`,
      `${inFrench(equal)} ${plural(equal, 'réponse égale', 'réponses égales')}`,
      `${ledgers.length} ${plural(ledgers.length, 'livre égal', 'livres égaux')}`,
    ].join(', '),
    ...differences.map(
      ({ at, method, call, path, before, after }) =>
        `${at} ${method} ${call} : ${path} était ${shown(before)}, devient ${shown(after)}`,
    ),
    ...(different > differences.length ? [`… et ${inFrench(different - differences.length)} autres`] : []),
    ...ledgerDifferences.map(
      ({ ledger, original, restored }) =>
        `livre « ${ledger} » : ${original ?? 'absent'}, devient ${restored ?? 'absent'}`,
    ),
  ]
}

export function isEqualTrial({ different, ledgerDifferences }: TrialFindings): boolean {
  return different === 0 && ledgerDifferences.length === 0
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function plural(count: number, one: string, many: string): string {
  return count < 2 ? one : many
}

/** « 3 412 »: the domain has no locale. */
function inFrench(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f')
}
