/** What a column of a members file can be. */
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

/** Which header of the payer's file is which field. */
export type MemberMapping = Partial<Record<MemberField, string>>
