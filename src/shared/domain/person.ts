/** A person's names as kept; either may be empty where nobody knew it. */
export type PersonName = { firstName: string; lastName: string }

/** Whom nobody knows (specification §5). */
const UNKNOWN_PERSON = 'Inconnu'

/** « DOSSOU Aurèle »: last name in capitals, then first name. Nobody, or nobody's name → « Inconnu ». */
export function displayName(person: PersonName | null | undefined): string {
  return joined(person, (firstName) => firstName)
}

/** « DOSSOU A. »: last name in capitals, then the initial. */
export function shortName(person: PersonName | null | undefined): string {
  return joined(person, (firstName) => `${firstLetter(firstName)}.`)
}

/** « AD », first name before last as people sign; « ? » for nobody. */
export function initials(person: PersonName | null | undefined): string {
  return [person?.firstName ?? '', person?.lastName ?? ''].map((name) => firstLetter(name.trim())).join('') || '?'
}

function joined(person: PersonName | null | undefined, given: (firstName: string) => string): string {
  const [lastName, firstName] = [person?.lastName.trim() ?? '', person?.firstName.trim() ?? '']
  return [lastName.toUpperCase(), firstName && given(firstName)].filter(Boolean).join(' ') || UNKNOWN_PERSON
}

// A letter with its marks is one: « É » stays « É ».
function firstLetter(name: string): string {
  const [letter = ''] = name.normalize('NFC')
  return letter.toUpperCase()
}
