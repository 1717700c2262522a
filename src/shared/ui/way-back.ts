/** The other button of a question: never the word of the action that it asks about. */
export function wayBack(action: string): 'Annuler' | 'Retour' {
  return /^annuler/i.test(action) ? 'Retour' : 'Annuler'
}
