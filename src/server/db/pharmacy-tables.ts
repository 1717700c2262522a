import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { ColumnType, Generated } from 'kysely'
import type { SessionEnd } from '#shared/domain/session-end.ts'
import type { Json, Optional } from '#server/db/columns.ts'

/** Pharmacies, their users and roles, and what the server keeps for itself, column by column (see `tables.ts`). */
export type Domains = { id: string; name: string }
export type Pharmacies = {
  id: string
  domain_id: string
  country_code: string
  name: string
  address: string
  city: string
  phone: string
  tax_id: Optional<string>
  trade_register: Optional<string>
  bank_accounts: ColumnType<unknown, string | undefined, string>
  time_zone: string
  settings: ColumnType<unknown, string | undefined, string>
  epoch: Generated<string>
  created_at: Generated<Date>
  suspended_at: Optional<Date>
  fiscal_token: Optional<string>
  fiscal_token_set_at: Optional<Date>
  fiscal_nim: Optional<string>
  fiscal_token_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  copy_made_at: Optional<Date>
  copy_kind: Optional<CopyKind>
  copy_holds_until: Optional<Date>
  copy_skipped: Optional<number>
  restored_at: Optional<Date>
  restored_until: Optional<Date>
  restored_confirmed_at: Optional<Date>
  generation: Generated<number>
  replaced_by: Optional<number>
  replaced_at: Optional<Date>
}
export type GenerationKey = { key: string; is_only: Generated<boolean> }
export type PharmacyContacts = { pharmacy_id: string; version: string; at: Date }
export type PharmacyCounters = {
  pharmacy_id: string
  rev: Generated<number>
  sale_number: Generated<number>
  return_number: Generated<number>
  prescription_number: Generated<number>
  count_number: Generated<number>
  disbursement_number: Generated<number>
  destruction_number: Generated<number>
  delivery_number: Generated<number>
  supplier_return_number: Generated<number>
  inventory_number: Generated<number>
  order_number: Generated<number>
  bill_statement_number: Generated<number>
  wholesaler_claim_number: Generated<number>
  photo_bytes: Generated<number>
  supplier_payment_number: Generated<number>
  bill_payment_number: Generated<number>
  bill_note_number: Generated<number>
}
export type Roles = {
  pharmacy_id: string
  id: string
  name: string
  permissions: string[]
  discount_limit: Optional<number>
}
export type Users = {
  pharmacy_id: string | null
  id: string
  first_name: string
  last_name: string
  email: Optional<string>
  firebase_uid: Optional<string>
  kind: 'member' | 'terminal' | 'admin'
  pin_hash: Optional<string>
  pin_mac: Optional<string>
  active: Generated<boolean>
}
export type UserRoles = { pharmacy_id: string; user_id: string; role_id: string }
export type Unlocks = {
  pharmacy_id: string
  id: string
  user_id: string
  terminal_id: string
  sign_in_id: Optional<string>
  at: Date
  offline: Generated<boolean>
  ended_at: Optional<Date>
  end_reason: Optional<SessionEnd>
}
export type Invitations = {
  pharmacy_id: string
  id: string
  user_id: string
  email: string
  secret_hash: string
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_at: Optional<Date>
  withdrawn_at: Optional<Date>
}
export type PinGuesses = {
  pharmacy_id: string
  id: string
  user_id: string
  place_id: string
  is_known_place: boolean
  at: Date
}
export type Grants = {
  pharmacy_id: string
  id: string
  permission: string
  subject_id: string
  item_id: string | null
  amount: number | null
  granted_by: string
  terminal_id: string
  at: Date
  expires_at: Date
  used_at: Optional<Date>
  used_by: Optional<string>
  used_for: Optional<string>
  proven: Generated<boolean>
}
export type AuditEntries = {
  pharmacy_id: string
  n: number
  at: Date
  user_id: string | null
  unlock_id: string | null
  terminal_id: string | null
  call: string
  thing: string
  record_id: string
  part: string
  action: string
  before: unknown
  after: unknown
  salt: string | null
  content_hash: Buffer
  hash: Buffer
}
export type PinAlerts = {
  pharmacy_id: string
  id: string
  user_id: string
  terminal_id: string
  terminal_code: string
  guesses: number
  started_at: Date
  last_at: Date
}
export type Exports = {
  pharmacy_id: string
  id: string
  user_id: string
  terminal_id: Optional<string>
  list: string
  filters: string
  format: 'csv' | 'xlsx' | 'json' | 'pdf' | 'zip'
  row_count: number
  exported_at: Date
  received_at: Date
}
export type ListLayouts = { pharmacy_id: string; user_id: string; list: string; layout: Json<unknown> }
export type Inbox = {
  pharmacy_id: string
  id: string
  kind: string
  revision: number
  hash: string
  accepted: boolean
  answer: Json<unknown>
  at: Date
  sent_by: Optional<string>
  content: Optional<unknown>
  register_id: Optional<string>
  cash: Optional<number>
}
export type DiscardedParcels = {
  pharmacy_id: string
  parcel_id: string
  revision: number
  reason: string
  discarded_by: string
  discarded_at: Date
}
export type Tombstones = { pharmacy_id: string; list: string; id: string; rev: number }
export type ProductViews = {
  pharmacy_id: string
  id: string
  user_id: string
  shared: Generated<boolean>
  list: string
  name: string
  search: string
  columns: Json<unknown> | null
}
