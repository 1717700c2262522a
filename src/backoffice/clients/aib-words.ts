import { theTaxId } from '#shared/domain/countries/country-facts.ts'
import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'

/** What an organization of a country owes on account of its income tax. */
export function aibWords(countryCode: string): Readonly<Record<Aib | 'none', string>> {
  return { none: 'Aucun', A: `1\u202f% (immatriculé à ${theTaxId(countryCode)})`, B: '5\u202f%' }
}
