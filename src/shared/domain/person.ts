/** A person's names; each may be empty when unknown. */
export type PersonName = { firstName: string; lastName: string }

/** Text for an unknown person (specification §5). */
const UNKNOWN_PERSON = 'Inconnu'

/** « DOSSOU Aurèle »: last name in capitals, then first name. « Inconnu » without a person or names. */
export function displayName(person: PersonName | null | undefined): string {
  return joined(person, (firstName) => firstName)
}

/** « DOSSOU A. »: last name in capitals, then the initial. */
export function shortName(person: PersonName | null | undefined): string {
  return joined(person, (firstName) => `${firstLetter(firstName)}.`)
}

/** « AD »: initials of first and last name; « ? » without a person. */
export function initials(person: PersonName | null | undefined): string {
  return [person?.firstName ?? '', person?.lastName ?? ''].map((name) => firstLetter(name.trim())).join('') || '?'
}

function joined(person: PersonName | null | undefined, given: (firstName: string) => string): string {
  const [lastName, firstName] = [person?.lastName.trim() ?? '', person?.firstName.trim() ?? '']
  return [lastName.toUpperCase(), firstName && given(firstName)].filter(Boolean).join(' ') || UNKNOWN_PERSON
}

// NFC, so that « É » is one character.
function firstLetter(name: string): string {
  const [letter = ''] = name.normalize('NFC')
  return letter.toUpperCase()
}
