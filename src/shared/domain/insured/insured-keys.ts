import { compareTexts } from '#shared/domain/compare-texts.ts'
import { fold } from '#shared/domain/search/fold.ts'

type Named = { lastName: string; firstName: string }
type Born = { birthDate: string | null }

/**
 * A name without case, accents, punctuation and order: « DOSSOU Aurèle » equals « Aurele Dossou ». The name at birth
 * does not count: not every file gives it.
 */
export function nameKey({ lastName, firstName }: Named): string {
  const words = fold(`${lastName} ${firstName.replace(/\(née [^)]*\)/i, '')}`).match(/[\p{L}\d]+/gu) ?? []
  return words.toSorted(compareTexts).join(' ')
}

/** Key of a name and birth date, an unknown one as empty. */
export function nameAndBirthKey(person: Named & Born): string {
  return `${nameKey(person)}\t${person.birthDate ?? ''}`
}

/** Unknown birth dates match any. */
export function isSameBirth(a: Born, b: Born): boolean {
  return a.birthDate === null || b.birthDate === null || a.birthDate === b.birthDate
}
