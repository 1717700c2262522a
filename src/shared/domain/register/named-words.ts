/** Names of register acts, as closings refer to them. Stored closings keep these keys forever. */
const actWords: Readonly<Record<string, string>> = {
  open: 'Ouverture',
  count: 'Comptage',
  'hand-over': 'Remise',
  close: 'Fermeture',
  reopen: 'Réouverture',
  'open-sale': 'Consultation d’une vente',
  overdraw: 'Sortie refusée',
  move: 'Mouvement de caisse',
  disburse: 'Décaissement',
}

/** Acts whose French noun is feminine, of those that a closing can name. */
const feminine = new Set(['open', 'open-sale', 'overdraw'])

/**
 * The text of an item that a closing refers to: « Vente K7QF-31 », « Décaissement ». Sale identifiers always contain a
 * dash and digits, so they never equal an act.
 */
export function namedWords(identifier: string): string {
  return isAct(identifier) ? actWords[identifier]! : `Vente ${identifier}`
}

/**
 * State of an item left by a closing, with French gender: a sale, an opening or a look at a sale is « Refusée », a cash movement « Refusé
 * »; only a sale can be open.
 */
export function leftWords({ identifier, state }: { identifier: string; state: 'open' | 'refused' }): string {
  if (state === 'open') return 'Ouverte'
  return isAct(identifier) && !feminine.has(identifier) ? 'Refusé' : 'Refusée'
}

function isAct(identifier: string): boolean {
  return Object.hasOwn(actWords, identifier)
}
