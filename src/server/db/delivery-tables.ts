import type { Generated } from 'kysely'
import type { ExactDecimal, Optional } from '#server/db/columns.ts'

/** Suppliers, deliveries and supplier returns, column by column (see `tables.ts`). */
export type Suppliers = {
  pharmacy_id: string
  id: string
  name: string
  return_days: Optional<number>
  customer_number: Optional<string>
  phone: Optional<string>
  email: Optional<string>
  address: Optional<string>
  contacts: Generated<unknown>
  delivery_days: Generated<unknown>
  payment_days: Optional<number>
  minimum_order: Optional<number>
  credit_limit: Optional<number>
  note: Optional<string>
  wholesaler_id: Optional<string>
  archived: Generated<boolean>
}
export type Wholesalers = {
  id: string
  country_code: string
  name: string
  phone: Optional<string>
  email: Optional<string>
  archived: Generated<boolean>
}
export type SupplierCodes = { pharmacy_id: string; supplier_id: string; code: string; pharmacy_product_id: string }
export type NoteProfiles = { pharmacy_id: string; supplier_id: string; profile: unknown }
export type DeliveryImports = {
  pharmacy_id: string
  id: string
  supplier_id: string | null
  file_name: Optional<string>
  hash: Optional<string>
  tables: Generated<unknown>
  profile: Optional<unknown>
  sheet: Generated<number>
  decisions: Generated<unknown>
  created_by: string
  created_at: Date
  done_at: Optional<Date>
}
export type Deliveries = {
  pharmacy_id: string
  id: string
  number: number
  supplier_id: string
  bl: string
  note_day: Optional<string>
  received_on: string
  state: Generated<'draft' | 'open' | 'closed' | 'canceled'>
  note_total: Optional<number>
  aib_amount: Optional<number>
  note: Optional<string>
  part_of: Optional<string>
  import_id: Optional<string>
  validated_statement_id: Optional<string>
  order_id: Optional<string>
  created_by: string
  created_at: Date
  closed_by: Optional<string>
  closed_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
export type DeliveryLines = {
  pharmacy_id: string
  id: string
  delivery_id: string
  position: number
  code: Optional<string>
  label: string
  pharmacy_product_id: Optional<string>
  packaging_id: Optional<string>
  ordered: Optional<number>
  noted: Generated<number>
  received: Generated<number>
  free: Generated<number>
  purchase_price: ExactDecimal
  note_price: Optional<number>
  sale_price: Optional<number>
  vat: Generated<number>
  lot: Optional<string>
  expires_on: Optional<string>
  checked: Generated<boolean>
  removed: Generated<boolean>
  given_up: Generated<number>
  changed_by: Optional<string>
  changed_at: Optional<Date>
  stock_item_id: Optional<string>
  cost: Optional<number>
}
export type SupplierReturns = {
  pharmacy_id: string
  id: string
  number: number
  supplier_id: string
  state: Generated<'sent' | 'credited' | 'canceled'>
  note: Optional<string>
  sent_by: string
  sent_at: Date
  credit_note: Optional<string>
  given_up_amount: Generated<number>
  give_up_reason: Optional<string>
  given_up_by: Optional<string>
  given_up_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
export type SupplierReturnCredits = {
  pharmacy_id: string
  id: string
  return_id: string
  number: Optional<string>
  amount: number
  noted_by: string
  noted_at: Date
}
export type SupplierReturnLines = {
  pharmacy_id: string
  return_id: string
  position: number
  stock_item_id: string
  delivery_id: Optional<string>
  label: string
  packaging: string
  lot: Optional<string>
  expires_on: Optional<string>
  quantity: number
  purchase_price: number
  reason: string
}
