import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import type { FileProfile } from '#shared/domain/files/file-profile.ts'

/** Fields that a column of a delivery note can contain. */
export const noteFields = [
  'code',
  'label',
  'ordered',
  'delivered',
  'free',
  'purchasePrice',
  'salePrice',
  'vat',
  'lot',
  'expiry',
  'bl',
  'day',
] as const
export type NoteField = (typeof noteFields)[number]
export type NoteMapping = ColumnMapping<NoteField>

/** How the files of a supplier are read: the header of each field, and the decimal mark of the prices. */
export type NoteProfile = FileProfile<NoteField>
