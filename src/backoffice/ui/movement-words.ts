import type { MovementKind } from '#shared/domain/register/movements.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

/** French name of each movement kind, as in the server's CSV file. */
export const movementKindWords: Record<MovementKind, string> = {
  sale: 'Vente',
  rounding: 'Arrondi',
  'stamp-duty': 'Timbre',
  float: 'Fond de caisse',
  disbursement: 'Décaissement',
  'cash-in': 'Entrée',
  deposit: 'Remise en banque',
  collection: 'Encaissement',
  refund: 'Remboursement',
}

/** The kinds in the address of the list of movements: `nature=vente,remboursement`. */
export const kindInAddress: Record<MovementKind, string> = {
  sale: 'vente',
  rounding: 'arrondi',
  'stamp-duty': 'timbre',
  float: 'fond',
  disbursement: 'decaissement',
  'cash-in': 'entree',
  deposit: 'banque',
  collection: 'encaissement',
  refund: 'remboursement',
}

/** « Espèces », « Mobile MTN MoMo ». */
export function meansName({ type, operator }: { type: string; operator: string | null }): string {
  return operator === null ? paymentName(type) : `${paymentName(type)} ${operator}`
}
