/** Names of register acts, as closings refer to them. Stored closings keep these keys forever. */
const actWords: Readonly<Record<string, string>> = {
  open: 'Ouverture',
  count: 'Comptage',
  'hand-over': 'Remise',
  close: 'Fermeture',
  reopen: 'Réouverture',
  'open-sale': 'Vente ouverte avant le comptage',
  move: 'Mouvement de caisse',
  disburse: 'Décaissement',
}

/**
 * The text of an item that a closing refers to: « Vente K7QF-31 », « Décaissement ». Sale identifiers always contain a
 * dash and digits, so they never equal an act.
 */
export function namedWords(identifier: string): string {
  return isAct(identifier) ? actWords[identifier]! : `Vente ${identifier}`
}

/**
 * State of an item left by a closing, with French gender: a sale or an opening is « Refusée », a cash movement « Refusé
 * »; only a sale can be open.
 */
export function leftWords({ identifier, state }: { identifier: string; state: 'open' | 'refused' }): string {
  if (state === 'open') return 'Ouverte'
  return isAct(identifier) && identifier !== 'open' ? 'Refusé' : 'Refusée'
}

function isAct(identifier: string): boolean {
  return Object.hasOwn(actWords, identifier)
}
