import type { ColumnType, Generated } from 'kysely'
import type { BookedLine } from '#shared/domain/accounting/booked.ts'
import type { JournalCode } from '#shared/domain/accounting/pieces.ts'
import type { Optional } from '#server/db/columns.ts'

/** Months that were given to the accountant, and what was booked then, column by column (see `tables.ts`). */
type AccountingExports = {
  pharmacy_id: string
  number: number
  id: string
  month: string
  former_number: Generated<number | null>
  former_month: Generated<string>
  pieces: number
  corrections: number
  debit: number
  created_by: string
  created_at: Date
}
type AccountingPieces = {
  pharmacy_id: string
  export_number: number
  position: number
  key: string
  way: 'new' | 'late' | 'reversal'
  hash: Optional<string>
  day: string
  journal: JournalCode
  number: string
  label: string
  lines: ColumnType<BookedLine[], string, never>
}
export type AccountingTables = {
  accounting_exports: AccountingExports
  accounting_pieces: AccountingPieces
}
