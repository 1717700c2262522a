import type { Generated } from 'kysely'
import type { ClaimStep } from '#shared/domain/statements/claim-state.ts'
import type { StatementDecision } from '#shared/domain/statements/settle-statement.ts'
import type { StatementLineKind } from '#shared/domain/statements/statement-line.ts'
import type { ExactDecimal, Optional } from '#server/db/columns.ts'

/** Statements of suppliers, claims, payments and price lists, column by column (see `tables.ts`). */
export type BillStatements = {
  pharmacy_id: string
  id: string
  number: number
  supplier_id: string
  reference: string
  from_day: string
  to_day: string
  due_on: string
  total: number
  state: Generated<'draft' | 'validated' | 'canceled'>
  file_name: Optional<string>
  note: Optional<string>
  created_by: string
  created_at: Date
  validated_by: Optional<string>
  validated_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
  in_opening: Generated<boolean>
}
export type BillStatementLines = {
  pharmacy_id: string
  statement_id: string
  position: number
  kind: StatementLineKind
  note_number: Optional<string>
  day: Optional<string>
  code: Optional<string>
  label: string
  pharmacy_product_id: Optional<string>
  quantity: Generated<number>
  free: Generated<number>
  price: ExactDecimal
  rebate: Generated<number>
  vat: Generated<number>
  amount: number
  decision: Optional<StatementDecision>
  decided_by: Optional<string>
  decided_at: Optional<Date>
  match_kind: Optional<string>
  match_id: Optional<string>
  match_product_id: Optional<string>
  matched: Optional<number>
  claimed: Optional<number>
  judgement: Optional<unknown>
}
export type StatementProfiles = { pharmacy_id: string; supplier_id: string; profile: unknown }
export type WholesalerClaims = {
  pharmacy_id: string
  id: string
  number: number
  supplier_id: string
  statement_id: Optional<string>
  step: Generated<ClaimStep>
  note: Optional<string>
  created_by: string
  created_at: Date
  sent_by: Optional<string>
  sent_at: Optional<Date>
  reminders: Generated<number>
  reminded_at: Optional<Date>
  answered_at: Optional<Date>
  answer: Optional<string>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
export type WholesalerClaimLines = {
  pharmacy_id: string
  claim_id: string
  position: number
  reason: string
  label: string
  note_number: Optional<string>
  delivery_id: Optional<string>
  evidence: Optional<string>
  amount: number
  accepted: Optional<number>
}
export type WholesalerClaimCredits = {
  pharmacy_id: string
  id: string
  claim_id: string
  number: Optional<string>
  day: string
  amount: number
  statement_id: Optional<string>
  noted_by: string
  noted_at: Date
}
export type SupplierPayments = {
  pharmacy_id: string
  id: string
  number: number
  supplier_id: string
  means: string
  amount: number
  paid_on: string
  reference: Optional<string>
  note: Optional<string>
  disbursement_id: Optional<string>
  created_by: string
  created_at: Date
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
export type WholesalerProducts = {
  wholesaler_id: string
  code: string
  label: string
  product_id: Optional<string>
  pack: Optional<string>
  availability: Generated<'available' | 'limited' | 'out'>
  price: ExactDecimal
  public_price: Optional<number>
  per: Generated<number>
  free: Generated<number>
  rebate: Generated<number>
  listed_on: string
  archived: Generated<boolean>
}
export type WholesalerProductPrices = {
  wholesaler_id: string
  code: string
  from_day: string
  price: ExactDecimal
  public_price: Optional<number>
  per: number
  free: number
  rebate: number
}
export type PriceListProfiles = { wholesaler_id: string; profile: unknown }
export type WholesalerClaimPhotos = {
  pharmacy_id: string
  id: string
  claim_id: string
  position: number
  mime: 'image/jpeg' | 'image/webp'
  bytes: Uint8Array
  user_id: string
  added_at: Date
}
