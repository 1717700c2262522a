import { atom } from 'jotai'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'

/** ISO code of the pharmacy's country, for parsing and formatting phone numbers. */
export const countryCodeAtom = atom((get): string => get(terminalAtom)?.pharmacy?.country.code ?? '')

export const fiscalPlatformAtom = atom(
  (get): FiscalPlatform => get(terminalAtom)?.pharmacy?.country.fiscalPlatform ?? 'none',
)

/** Whether the country certifies invoices by a platform. */
export const hasFiscalPlatformAtom = atom((get): boolean => get(fiscalPlatformAtom) !== 'none')
