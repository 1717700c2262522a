import { atom } from 'jotai'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'

/** Of the pharmacy, as telephone numbers are read and written there. */
export const countryCodeAtom = atom((get): string => get(terminalAtom)?.pharmacy?.country.code ?? 'BJ')
