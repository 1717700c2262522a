/** What a column of a file of insured persons can be. */
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

/** Which header of the payer's file is which field. */
export type InsuredMapping = Partial<Record<InsuredField, string>>
