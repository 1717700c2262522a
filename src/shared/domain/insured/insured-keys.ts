import { compareTexts } from '#shared/domain/compare-texts.ts'
import { fold } from '#shared/domain/search/fold.ts'

type Named = { lastName: string; firstName: string }
type Born = { birthDate: string | null }

/** A name whatever its case, marks, signs and order: « DOSSOU Aurèle », « Aurele Dossou ». */
export function nameKey({ lastName, firstName }: Named): string {
  const words = fold(`${lastName} ${firstName}`).match(/[\p{L}\d]+/gu) ?? []
  return words.toSorted(compareTexts).join(' ')
}

export function nameAndBirthKey(person: Named & Born): string {
  return `${nameKey(person)}\t${person.birthDate ?? ''}`
}

/** Nobody is told from another by a birth date that is not known. */
export function isSameBirth(a: Born, b: Born): boolean {
  return a.birthDate === null || b.birthDate === null || a.birthDate === b.birthDate
}
