import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Json, Optional } from '#server/db/columns.ts'

/** Sales, and what happens around and after a sale, column by column (see `tables.ts`). */
export type SaleEvents = {
  pharmacy_id: string
  id: string
  sale_id: string
  kind: 'date'
  user_id: string
  at: Date
  details: Json<unknown>
}
export type SaleReturns = {
  pharmacy_id: string
  id: string
  sale_id: string
  number: number
  register_id: string
  user_id: string
  reason: string
  total: number
  rounding: Generated<number>
  returned_at: Date
  received_at: Date
}
export type SaleReturnLines = {
  pharmacy_id: string
  return_id: string
  line_id: string
  quantity: number
  amount: number
  to_stock: boolean
}
export type SaleRefunds = {
  pharmacy_id: string
  return_id: string
  payment_id: string
  sale_id: string
  type: string
  amount: number
}
export type SalePhotos = {
  pharmacy_id: string
  id: string
  sale_id: string
  payment_id: Optional<string>
  mime: 'image/jpeg' | 'image/webp'
  bytes: Uint8Array
  user_id: string
  taken_at: Date
  received_at: Date
}
export type PrescriptionEntries = {
  pharmacy_id: string
  number: number
  sale_id: string
  line_id: string
  entered_at: Date
  dispensed_on: string
  list: 'list-1' | 'list-2' | 'narcotic'
  label: string
  lot: Optional<string>
  quantity: number
  posology: Optional<string>
  prescriber: Optional<string>
  prescriber_address: Optional<string>
  prescribed_on: Optional<string>
  patient_name: Optional<string>
  patient_address: Optional<string>
  dispensed_by: string
}
export type PrescriptionAmendments = {
  pharmacy_id: string
  entry_number: number
  step: number
  amended_at: Date
  user_id: string
  prescriber: string
  prescriber_address: Optional<string>
  prescribed_on: Optional<string>
  patient_name: Optional<string>
  patient_address: Optional<string>
  former: Json<Record<string, unknown>>
}
export type Dues = {
  pharmacy_id: string
  id: string
  sale_id: string
  sale_record_id: string
  quantity: number
  owed: number
  name: string
  phone: Optional<string>
  note: Optional<string>
  created_by: string
  created_at: Date
  handed_over_by: Optional<string>
  handed_over_at: Optional<Date>
  lessened_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
export type MissedSales = {
  pharmacy_id: string
  id: string
  pharmacy_product_id: Optional<string>
  label: string
  quantity: number
  price: Optional<number>
  reason: 'absent' | 'too-dear'
  user_id: string
  terminal_id: string
  missed_at: Date
  received_at: Date
}
export type ParkedSales = {
  pharmacy_id: string
  id: string
  version: Generated<number>
  content: Json<unknown>
  patient_id: Optional<string>
  client_id: Optional<string>
  parked_by: string
  parked_at: Date
  lease_until: Optional<Date>
  identifier: Generated<string>
  terminal_id: Optional<string>
  leased_to: Optional<string>
  leased_by: Optional<string>
  gone_at: Optional<Date>
}
export type Sales = {
  pharmacy_id: string
  id: string
  number: number
  identifier: string
  status: Generated<'CLOSED' | 'CANCELED'>
  version: Generated<number>
  terminal_id: string
  session_id: string
  seller_id: string
  /**
   * The roles of the seller at the time of the sale, as sent by the terminal. No query reads the column: it is evidence
   * for an audit, because the roles of a user may change later.
   */
  seller_roles: string[]
  register_id: string
  patient_id: Optional<string>
  total: number
  /** The AIB in the total. */
  levied: Generated<number>
  rounding: number
  units: number
  /** Corrected by how wrong the clock of the terminal was. */
  sold_at: Date
  /** What the clock of the terminal said, when it was wrong. */
  said_at: Optional<Date>
  received_at: Date
  flags: Generated<string[]>
  replaces: Optional<string>
  replaced_by: Optional<string>
  canceled_at: Optional<Date>
  canceled_by: Optional<string>
  cancel_reason: Optional<string>
  prescription: ColumnType<unknown, string | null | undefined, string | null>
  buyer: ColumnType<unknown, string | null | undefined, never>
  regularisation: ColumnType<unknown, string | null | undefined, string | null>
  prepared_by: Optional<string>
  prepared_at: Optional<Date>
  prepared_session: Optional<string>
}
export type SaleRecords = {
  pharmacy_id: string
  sale_id: string
  id: string
  position: number
  stock_item_id: Optional<string>
  label: string
  quantity: number
  price: number
  levy: Optional<Aib>
  purchase_price: Optional<number>
  posology: Optional<string>
  opened_item_id: Optional<string>
  opened_boxes: Optional<number>
  serials: Optional<string[]>
  tax_group: Optional<TaxGroup>
  tax_rate: Optional<number>
  taxed_total: Optional<number>
  tax_amount: Optional<number>
}
export type SalePayments = {
  pharmacy_id: string
  sale_id: string
  id: string
  position: number
  type: string
  amount: number
  data: Json<unknown>
  client_id: Optional<string>
  policy_id: Optional<string>
  billed: Optional<boolean>
  /** Kept by triggers: what is still owed of it, negative when more was paid than was left. */
  owed: Optional<number>
}
