import type { ColumnType, Generated } from 'kysely'
import type { Json, Optional } from '#server/db/columns.ts'

/** Cash registers, their movements, counts and disbursements, column by column (see `tables.ts`). */
export type RegisterCounts = {
  pharmacy_id: string
  id: string
  register_id: string
  number: number
  kind: 'hand-over' | 'closing'
  user_id: string
  received_by: Optional<string>
  counted_at: Date
  recorded_at: Date
  gap: number
  report: Json<unknown>
}
export type RegisterEvents = {
  pharmacy_id: string
  id: string
  register_id: string
  kind:
    | 'counted'
    | 'reopened'
    | 'closed-over'
    | 'refused-later'
    | 'confirmed'
    | 'collected-beyond'
    | 'paid-beyond'
    | 'refused-beyond'
  user_id: string
  at: Date
  details: Json<unknown>
}
export type WaitingClosings = {
  pharmacy_id: string
  id: string
  register_id: string
  user_id: string
  body: Json<unknown>
  received_at: Date
}
export type AwaitedParcels = { pharmacy_id: string; id: string; closing_id: string }
export type DisbursementReasons = { pharmacy_id: string; id: string; label: string; archived: Generated<boolean> }
export type Disbursements = {
  pharmacy_id: string
  id: string
  number: number
  register_id: string
  reason_id: string
  beneficiary: Optional<string>
  note: Optional<string>
  amount: number
  user_id: string
  spent_at: Date
  received_at: Date
}
export type DisbursementPhotos = {
  pharmacy_id: string
  id: string
  disbursement_id: string
  mime: 'image/jpeg' | 'image/webp'
  bytes: Uint8Array
  user_id: string
  taken_at: Date
  received_at: Date
}
export type CashRegisters = {
  pharmacy_id: string
  id: string
  opened_by: string
  opened_at: Date
  float: Generated<number>
  closed_by: Optional<string>
  closed_at: Optional<Date>
  terminal_id: Optional<string>
  held_by: Optional<string>
  closing_id: Optional<string>
}
export type RegisterMovements = {
  pharmacy_id: string
  id: string
  register_id: string
  kind: 'sale' | 'rounding' | 'stamp-duty' | 'float' | 'disbursement' | 'cash-in' | 'deposit' | 'collection' | 'refund'
  type: string
  amount: number
  at: Date
  user_id: string
  sale_id: Optional<string>
  seq: ColumnType<number, never, never>
  occurred_at: Date
  operator: Optional<string>
  client_id: Optional<string>
  note: Optional<string>
}
