/** Fields that a column of a members file can contain. */
export const memberFields = [
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
export type MemberField = (typeof memberFields)[number]

/** The header of each field in the payer's file. */
export type MemberMapping = Partial<Record<MemberField, string>>
