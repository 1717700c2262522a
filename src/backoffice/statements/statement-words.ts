import type { BillStatementDetail, StatementRecord, StatementState } from '#shared/contract/bill-statements.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import type { MatchReason } from '#shared/domain/statements/statement-facts.ts'
import type { StatementDecision, StatementDoubt } from '#shared/domain/statements/settle-statement.ts'
import { noteName, type StatementLineKind } from '#shared/domain/statements/statement-line.ts'
import { plural } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'
import { capital } from '#backoffice/ui/lists/french-noun.ts'

export const statementStateWords: Record<StatementState, { label: string; tone: StatusTone }> = {
  draft: { label: 'À contrôler', tone: 'warning' },
  validated: { label: 'Validé', tone: 'success' },
  canceled: { label: 'Annulé', tone: 'danger' },
}

export const lineKindWords: Record<StatementLineKind, string> = {
  goods: 'Article',
  note: 'Bon entier',
  credit: 'Avoir',
}

/** « Relevé R-2026-10 » */
export function statementName(reference: string): string {
  return `Relevé ${reference}`
}

export const doubtWords: Record<StatementDoubt, string> = {
  sums: 'Le total des lignes diffère du total du relevé\u202f: le fichier est peut-être incomplet, ou une ligne manque.',
  'other-month': 'La plupart des lignes sont d’une autre période\u202f: vérifiez les dates du relevé.',
  'other-pharmacy':
    'Aucun bon de ce relevé n’est connu\u202f: est-ce bien celui de cette pharmacie, et les livraisons sont-elles saisies\u202f?',
}

const decisionWords: Record<StatementDecision, string> = {
  match: 'Rapproché à la main',
  pay: 'Payé tel quel',
  claim: 'Réclamé en entier',
}

type Judged = Pick<
  StatementRecord,
  'because' | 'certainty' | 'match' | 'billedBy' | 'decision' | 'differences' | 'claimed' | 'kind'
>

/** Why a line is matched so, in one sentence. */
export function reasonWords({ because, match, billedBy, kind }: Judged): string {
  const name = match ? matchName(match) : ''
  const words: Record<MatchReason, string> = {
    'same-note': kind === 'credit' ? `Même numéro que ${name}.` : `Même bon et même produit que ${name}.`,
    'note-without-product': `Seule ligne de ${name} avec ce nombre de boîtes et ce prix\u202f: est-ce ce produit\u202f?`,
    'near-number': `Le numéro diffère d’un chiffre de ${name}.`,
    'other-note': `Ce bon est inconnu, mais ${name} contient ce produit et ce nombre de boîtes.`,
    'same-amount': kind === 'credit' ? `Même montant que ${name}.` : `${capital(name)} a ce montant.`,
    'billed-before': billedBy
      ? `${capital(name)} est déjà facturé sur le relevé ${billedBy}.`
      : `${capital(name)} est déjà facturé plus haut.`,
    'not-received': `${capital(name)} est connu, mais rien n’en a été reçu\u202f: refusé au contrôle, ou jamais livré.`,
    'not-on-note': 'Le bon est connu, ce produit n’y était pas.',
    'unknown-note': 'Aucune livraison n’a ce numéro.',
    'unknown-credit': 'Aucun retour ni réclamation n’attend cet avoir.',
  }
  return kind === 'note' && because === 'same-note' ? `Même bon que ${name}.` : words[because]
}

/** « le bon BL 88412 », « le retour n° 3 » */
export function matchName({ kind, name }: Pick<NonNullable<StatementRecord['match']>, 'kind' | 'name'>): string {
  if (kind === 'return') return `le retour n°\u00a0${name}`
  return kind === 'claim' ? `la réclamation n°\u00a0${name}` : `le bon ${noteName(name)}`
}

/** What is to be thought of a line, for the table. */
export function findingOf(line: Judged): { label: string; tone?: StatusTone } {
  if (line.decision === 'pay') return { label: decisionWords.pay, tone: 'neutral' }
  if (line.decision === 'claim') return { label: decisionWords.claim, tone: 'danger' }
  const wrong = line.differences.filter(({ amount }) => amount > 1)
  const first = wrong.toSorted((a, b) => b.amount - a.amount)[0]
  if (line.certainty !== 'certain' && line.decision === null)
    return line.certainty === 'open'
      ? {
          label: line.kind === 'credit' ? 'Avoir inconnu' : claimReasonWords[first?.reason ?? 'missing'],
          tone: 'warning',
        }
      : { label: 'À confirmer', tone: 'warning' }
  if (!first || line.claimed === 0) return { label: 'Juste', tone: 'success' }
  const more = wrong.length > 1 ? ` +${wrong.length - 1}` : ''
  return { label: `${claimReasonWords[first.reason]}${more}`, tone: 'danger' }
}

/** What keeps a draft from being validated; undefined when nothing does. */
export function validatingBarrier({ lines, counts, doubts }: BillStatementDetail): string | undefined {
  if (lines === 0) return 'Ajoutez les lignes du relevé.'
  if (doubts.includes('sums')) return 'Le total des lignes diffère du total du relevé.'
  return counts.undecided > 0 ? `${plural(counts.undecided, 'ligne')} à décider.` : undefined
}
