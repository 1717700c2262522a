import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import type { DecimalMark } from '#shared/domain/files/decimals.ts'

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
export type StatementMapping = ColumnMapping<StatementField>
export type StatementProfile = { columns: StatementMapping; decimals: DecimalMark }
