/** What a till does at a register, as it calls it in what a closing waits for. Closings of before keep these names for ever. */
const actWords: Readonly<Record<string, string>> = {
  open: 'Ouverture',
  count: 'Comptage',
  'hand-over': 'Remise',
  close: 'Fermeture',
  reopen: 'Réouverture',
  move: 'Mouvement de caisse',
  disburse: 'Décaissement',
}

/** What a closing names, in words: « Vente K7QF-31 », « Décaissement ». An identifier of a sale always has a dash and digits: none is taken for an act. */
export function namedWords(identifier: string): string {
  return isAct(identifier) ? actWords[identifier]! : `Vente ${identifier}`
}

/** How what a closing left behind stood: a sale or an opening « Refusée », money moved by hand « Refusé »; only a sale is open. */
export function leftWords({ identifier, state }: { identifier: string; state: 'open' | 'refused' }): string {
  if (state === 'open') return 'Ouverte'
  return isAct(identifier) && identifier !== 'open' ? 'Refusé' : 'Refusée'
}

function isAct(identifier: string): boolean {
  return Object.hasOwn(actWords, identifier)
}
