import type { ClientEntry } from '#shared/contract/clients.ts'

const words: Record<ClientEntry['kind'], string> = {
  purchase: 'Achat à crédit',
  return: 'Retour',
  till: 'Payé à la caisse',
  payment: 'Paiement, facture',
  'passed-on': 'Mis au compte du patient, facture',
  'written-off': 'Abandonné, facture',
  refused: 'Refusé par l’assureur, facture',
}

/** « Achat à crédit n° 387 », « Paiement, facture F-00012 » */
export function entryText({ kind, name }: Pick<ClientEntry, 'kind' | 'name'>): string {
  return [words[kind], name].filter(Boolean).join(' ')
}
