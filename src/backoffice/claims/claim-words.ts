import type { WholesalerClaimDetail } from '#shared/contract/wholesaler-claims.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { noteName } from '#shared/domain/statements/statement-line.ts'
import type { ClaimState } from '#shared/domain/statements/claim-state.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const claimStateWords: Record<ClaimState, { label: string; tone: StatusTone }> = {
  draft: { label: 'Brouillon', tone: 'neutral' },
  sent: { label: 'Envoyée', tone: 'info' },
  accepted: { label: 'Acceptée', tone: 'info' },
  'partly-accepted': { label: 'Acceptée en partie', tone: 'warning' },
  refused: { label: 'Refusée', tone: 'danger' },
  credited: { label: 'Avoir reçu', tone: 'success' },
  canceled: { label: 'Annulée', tone: 'danger' },
}

/** « Réclamation n° 12 » */
export function claimName(number: number): string {
  return `Réclamation n°\u00a0${number}`
}

/** The text of an e-mail with every line; `money` writes an amount with its currency. */
export function claimText(
  { number, supplier, statementReference, lines, claimed }: WholesalerClaimDetail,
  money: (amount: number) => string,
): string {
  const about = statementReference ? ` sur votre relevé ${statementReference}` : ''
  const client = supplier.customerNumber ? ` (client n° ${supplier.customerNumber})` : ''
  return [
    'Bonjour,',
    '',
    `Nous avons relevé${about}${client} les écarts suivants, et vous demandons un avoir de ${money(claimed)}.`,
    '',
    ...lines.map(({ noteNumber, label, reason, evidence, amount }) =>
      `- ${[noteNumber && noteName(noteNumber), label].filter(Boolean).join(', ')} : ${claimReasonWords[reason].toLowerCase()}, ${money(amount)}. ${evidence ?? ''}`.trimEnd(),
    ),
    '',
    `Merci de rappeler notre ${claimName(number).toLowerCase()} sur l’avoir.`,
  ].join('\n')
}
