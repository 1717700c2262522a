import { paymentLabels } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'
import type { Means } from '#shared/domain/register/totals.ts'

/** Why a register is counted. */
export type CountPurpose = 'close' | 'hand-over'

export const movementWords: Record<MovementKind, string> = {
  sale: 'Vente',
  rounding: 'Arrondi',
  'stamp-duty': 'Timbre de quittance',
  float: 'Fond de caisse',
  disbursement: 'Décaissement',
  'cash-in': 'Entrée d’espèces',
  deposit: 'Versement en banque',
  collection: 'Crédit encaissé',
  refund: 'Remboursement',
}

/** « Mobile, MTN MoMo ». */
export function meansName({ type, operator }: Means): string {
  return operator ? `${paymentLabels[type]}, ${operator}` : paymentLabels[type]
}
