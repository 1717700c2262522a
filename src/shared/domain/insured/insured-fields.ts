/** Fields that a column of a file of insured persons can contain. */
export const insuredFields = [
  'number',
  'lastName',
  'firstName',
  'fullName',
  'birthDate',
  'sex',
  'phone',
  'coverage',
  'holderNumber',
  'relationship',
  'validFrom',
  'validUntil',
  'monthlyCeiling',
] as const
export type InsuredField = (typeof insuredFields)[number]

/** The header of each field in the payer's file. */
export type InsuredMapping = Partial<Record<InsuredField, string>>
