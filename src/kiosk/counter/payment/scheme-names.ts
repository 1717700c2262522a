import { atom } from 'jotai'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'

/** Bodies of social security that the pharmacy works with, by name. */
export const schemeNamesAtom = atom((get): readonly string[] =>
  [...get(companiesAtom).values()]
    .filter(({ kind, archived }) => kind === 'social-security' && !archived)
    .map(({ name }) => name)
    .sort(compareTexts),
)
