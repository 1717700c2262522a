/** Columns that a bordereau may have, besides number, date and amount of each voucher, in the order of the paper. */
export const bordereauColumns = [
  'voucher',
  'beneficiary',
  'holder',
  'insured-number',
  'policy',
  'employer',
  'contract',
  'prescriber',
  'medicines',
  'sale',
  'invoice-code',
  'rate',
  'total',
  'patient',
] as const
export type BordereauColumn = (typeof bordereauColumns)[number]

/** Their titles, on the screens and in the files. */
export const bordereauColumnWords: Record<BordereauColumn, string> = {
  voucher: 'N° du bon',
  beneficiary: 'Bénéficiaire',
  holder: 'Assuré principal',
  'insured-number': 'Matricule',
  policy: 'N° de police',
  employer: 'Employeur',
  contract: 'Contrat',
  prescriber: 'Prescripteur',
  medicines: 'Médicaments',
  sale: 'N° de vente',
  'invoice-code': 'Code de facture normalisée',
  rate: 'Taux',
  total: 'Total',
  patient: 'Part patient',
}
