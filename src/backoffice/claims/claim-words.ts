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
