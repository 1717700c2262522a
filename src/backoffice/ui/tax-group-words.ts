import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'

/** The tax groups of a normalised invoice, as choices say them. */
export const taxGroupWords: Readonly<Record<TaxGroup, string>> = {
  A: 'A, exonéré',
  B: 'B, taxable',
  C: 'C, exportation',
  D: 'D, régime d’exception',
  E: 'E, TPS',
  F: 'F, réservé',
}
