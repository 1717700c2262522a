import type { MovementCause } from '#shared/domain/stock-movements.ts'

/** French words of the causes of the stock ledger. */
export const movementCauseWords: Readonly<Record<MovementCause, string>> = {
  initial: 'Stock de départ',
  delivery: 'Livraison',
  sale: 'Vente',
  'sale-canceled': 'Vente annulée',
  inventory: 'Inventaire',
  adjustment: 'Correction',
  unpack: 'Déconditionnement',
  return: 'Retour',
  destruction: 'Destruction',
  transfer: 'Transfert',
  'supplier-return': 'Retour fournisseur',
}
