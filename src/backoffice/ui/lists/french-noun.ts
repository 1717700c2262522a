/** The noun for the rows of a list, with its gender; the sentences of the list are built from it. */
export type Noun = { one: string; many: string; gender: 'm' | 'f' }

/** `many`: a plural that is not the singular with an s. */
export function noun(one: string, gender: 'm' | 'f', many = `${one}s`): Noun {
  return { one, many, gender }
}

/** « Nouvelle banque », « Nouvel assureur » */
export function newOne({ one, gender }: Noun): string {
  if (gender === 'f') return `Nouvelle ${one}`
  return `${startsWithVowel(one) ? 'Nouvel' : 'Nouveau'} ${one}`
}

/** « cette banque », « cet assureur » */
export function thisOne({ one, gender }: Noun): string {
  if (gender === 'f') return `cette ${one}`
  return `${startsWithVowel(one) ? 'cet' : 'ce'} ${one}`
}

/** « la banque », « l’assureur » */
export function theOne({ one, gender }: Noun): string {
  if (startsWithVowel(one)) return `l’${one}`
  return `${gender === 'f' ? 'la' : 'le'} ${one}`
}

/** « Aucune banque » */
export function noneOf({ one, gender }: Noun): string {
  return `${gender === 'f' ? 'Aucune' : 'Aucun'} ${one}`
}

/** « archivée »: an adjective in the gender of the noun. */
export function agreed({ gender }: Noun, word: string): string {
  return gender === 'f' ? `${word}e` : word
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function startsWithVowel(word: string): boolean {
  return /^[aeiouyhâàéèêëîïôûœ]/i.test(word)
}
