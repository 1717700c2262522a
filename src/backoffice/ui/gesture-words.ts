import type { UnprovenParcel } from '#shared/contract/unproven-parcels.ts'

export const gestureWords: Record<UnprovenParcel['gesture'], string> = {
  sale: 'Correction d’une vente',
  open: 'Ouverture d’une caisse',
  count: 'Comptage',
  'hand-over': 'Passation',
  close: 'Clôture',
  'open-sale': 'Ouverture d’une vente',
  overdraw: 'Sortie d’espèces refusée',
  reopen: 'Réouverture d’une caisse',
  disburse: 'Décaissement',
  deposit: 'Versement en banque',
  'cash-in': 'Apport d’espèces',
  collection: 'Encaissement d’un crédit',
  unpack: 'Déconditionnement',
  adjust: 'Correction de stock',
  correct: 'Correction d’un lot',
  quarantine: 'Mise en quarantaine',
  release: 'Levée de quarantaine',
  move: 'Rangement',
  'delivery-act': 'Ligne de livraison',
  'inventory-count': 'Comptage d’inventaire',
}

/** In the middle of a sentence; a gesture of a newer server has no word. */
export function gestureName(gesture: string): string {
  return ((gestureWords as Record<string, string | undefined>)[gesture] ?? 'Action').toLowerCase()
}
