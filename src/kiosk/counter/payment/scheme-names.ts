import { atom } from 'jotai'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { companiesAtom } from '#shared/store/lists/company-list-atoms.ts'

/** The names of the social security bodies that the pharmacy works with. */
export const schemeNamesAtom = atom((get): readonly string[] =>
  [...get(companiesAtom).values()]
    .filter(({ kind, archived }) => kind === 'social-security' && !archived)
    .map(({ name }) => name)
    .sort(compareTexts),
)
