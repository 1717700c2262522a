import type { FiscalMeans } from '#shared/domain/fiscal/fiscal-document.ts'
import type { CertifiedDocument, PaperDocument } from '#shared/domain/fiscal/paper-document.ts'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { formatPercent } from '#shared/ui/money-format.ts'

export const awaitedWords = 'En attente de normalisation'
export const simulatedWords = 'SIMULATION, sans valeur fiscale'

export const fiscalTitles: Readonly<Record<PaperDocument['kind'], string>> = {
  sale: 'Facture de vente',
  credit: 'Facture d’avoir',
}

export const meansWords: Readonly<Record<FiscalMeans, string>> = {
  cash: 'Espèces',
  transfer: 'Virement',
  card: 'Carte bancaire',
  mobile: 'Mobile money',
  cheque: 'Chèque',
  credit: 'Crédit',
  other: 'Autre',
}

const untaxedWords: Readonly<Record<TaxGroup, string>> = {
  A: 'Exonéré',
  B: 'TVA 0\u202f%',
  C: 'Exportation',
  D: 'Régime d’exception',
  E: 'Régime TPS',
  F: 'Réservé',
}

/** « TVA 18 % », « Exonéré ». `rate` in hundredths of a percent. */
export function taxWords({ group, rate }: { group: TaxGroup; rate: number }): string {
  return rate === 0 ? untaxedWords[group] : `TVA ${formatPercent(rate / 100, 2)}`
}

type Names = { code: string; nim: string; counters: string; at: string }
const names: Names = { code: 'Code de la facture', nim: 'NIM', counters: 'Compteurs', at: 'Heure' }
const namesOf: Readonly<Record<FiscalPlatform, Names>> = {
  none: names,
  'e-mecef': { code: 'Code MECeF/DGI', nim: 'MECeF NIM', counters: 'MECeF Compteurs', at: 'MECeF Heure' },
  def: { code: 'Code DEF/DGI', nim: 'DEF NIM', counters: 'DEF Compteurs', at: 'DEF Heure' },
  fne: { ...names, code: 'N° FNE' },
}

/** What the code of a document is called in the country. */
export function codeName(platform: FiscalPlatform): string {
  return namesOf[platform].code
}

/** The security elements below the code, those that the platform gives. */
export function elementsOf({ elements }: CertifiedDocument, platform: FiscalPlatform): [string, string][] {
  const { nim, counters, at } = namesOf[platform]
  return [
    ...(elements.nim ? [[nim, elements.nim] as [string, string]] : []),
    ...(elements.counters ? [[counters, elements.counters] as [string, string]] : []),
    ...(elements.at ? [[at, elements.at] as [string, string]] : []),
  ]
}
