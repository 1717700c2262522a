/** « de Doliprane », « d’Augmentin »: before a vowel French drops the e. An h may be silent or not: it keeps it. */
export function ofName(name: string): string {
  return /^[aàâæeéèêëiîïoôœuùûü]/i.test(name) ? `d’${name}` : `de ${name}`
}
