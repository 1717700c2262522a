/** « de Doliprane », « d’Augmentin »: « de » is elided before a vowel. Not before h, which may be aspirated. */
export function ofName(name: string): string {
  return /^[aàâæeéèêëiîïoôœuùûü]/i.test(name) ? `d’${name}` : `de ${name}`
}
