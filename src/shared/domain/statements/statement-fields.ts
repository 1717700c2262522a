import type { FileProfile } from '#shared/domain/files/file-profile.ts'

/** Fields that a column of a statement file can contain. */
export const statementFields = [
  'noteNumber',
  'day',
  'code',
  'label',
  'quantity',
  'free',
  'price',
  'rebate',
  'vat',
  'amount',
] as const
export type StatementField = (typeof statementFields)[number]
export type StatementProfile = FileProfile<StatementField>
