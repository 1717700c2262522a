import type { Generated } from 'kysely'
import type { ExpiryGesture } from '#shared/domain/expiries/expiry-proposal.ts'
import type { CorrectionReason } from '#shared/domain/lot-corrections.ts'
import type { MovementCause } from '#shared/domain/stock-movements.ts'
import type { Optional } from '#server/db/columns.ts'

/** Products and lots of a pharmacy, column by column (see `tables.ts`). */
export type Storages = { pharmacy_id: string; id: string; label: string; archived: Generated<boolean> }
export type StorageMoves = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  whole: boolean
  from_storage_id: Optional<string>
  to_storage_id: Optional<string>
  user_id: string
  at: Date
  seq: Generated<number>
}
export type PharmacyProducts = {
  pharmacy_id: string
  id: string
  product_id: Optional<string>
  private_label: Optional<string>
  storage_id: Optional<string>
  minimum: Generated<number>
  maximum: Generated<number>
  category_id: Optional<string>
  section: Optional<string>
  price_mode: Generated<'free' | 'section' | 'coefficient'>
  coefficient: Optional<number>
  rounding_step: Optional<number>
  archived: Generated<boolean>
  rev: Generated<number>
}
export type PharmacyProductCodes = { pharmacy_id: string; pharmacy_product_id: string; code: string }
export type PharmacyProductTags = { pharmacy_id: string; pharmacy_product_id: string; tag_id: string }
export type ExpiryTasks = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  kind: ExpiryGesture
  quantity: number
  percent: Optional<number>
  full_price: Optional<number>
  to_pharmacy_id: Optional<string>
  to_pharmacy_name: Optional<string>
  created_by: string
  created_at: Date
  outcome: Optional<'done' | 'canceled'>
  ended_by: Optional<string>
  ended_at: Optional<Date>
  done_quantity: Optional<number>
}
export type Recalls = {
  pharmacy_id: string
  id: string
  pharmacy_product_id: string
  lot: string
  reason: string
  reference: Optional<string>
  opened_by: string
  opened_at: Date
  closed_by: Optional<string>
  closed_at: Optional<Date>
  closing_note: Optional<string>
}
export type StockItems = {
  pharmacy_id: string
  id: string
  pharmacy_product_id: string
  packaging_id: string
  lot: Optional<string>
  expires_on: Optional<string>
  quantity: Generated<number>
  purchase_price: number
  sale_price: number
  archived: Generated<boolean>
  storage_id: Optional<string>
  blocked: Optional<'quarantine' | 'recall'>
  discount_percent: Optional<number>
  supplier_id: Optional<string>
  delivery_id: Optional<string>
  counted_at: Optional<Date>
  emptied_at: Optional<Date>
}
export type StockMovements = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  cause: MovementCause
  quantity: number
  before: number
  after: number
  user_id: Optional<string>
  at: Date
  sale_id: Optional<string>
  seq: Generated<number>
  reason: Optional<string>
  note: Optional<string>
  link_kind: Optional<string>
  link_id: Optional<string>
  occurred_at: Optional<Date>
}
/** Kept by triggers of the stock ledger (decision 0075). */
export type ProductDays = {
  pharmacy_id: string
  pharmacy_product_id: string
  packaging_id: string
  day: string
  moved: number
  sold: number
  opened: number
  stock_before: number
  sold_before: number
  opened_before: number
  squares_before: number
  days_before: number
}
export type PriceChanges = {
  pharmacy_id: string
  id: string
  pharmacy_product_id: string
  stock_item_id: string
  before: number
  after: number
  cost: number
  cause: 'typed' | 'policy'
  reason: Optional<string>
  user_id: string
  at: Date
}
export type LabelQueue = {
  pharmacy_id: string
  id: string
  pharmacy_product_id: string
  cause: 'price' | 'asked' | 'delivery'
  user_id: string
  at: Date
  printed_by: Optional<string>
  printed_at: Optional<Date>
}
export type Destructions = {
  pharmacy_id: string
  id: string
  number: number
  destroyed_on: string
  method: string
  witness: string
  note: Optional<string>
  user_id: string
  at: Date
}
export type DestructionLines = {
  pharmacy_id: string
  destruction_id: string
  position: number
  stock_item_id: string
  label: string
  packaging: string
  lot: Optional<string>
  expires_on: Optional<string>
  quantity: number
  purchase_price: number
  reason: string
}
export type RecallContacts = {
  pharmacy_id: string
  id: string
  recall_id: string
  sale_id: string
  outcome: 'contacted' | 'returned' | 'unreachable'
  returned: Generated<number>
  note: Optional<string>
  user_id: string
  at: Date
}
export type LotCorrections = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  lot_before: Optional<string>
  lot_after: Optional<string>
  expires_before: Optional<string>
  expires_after: Optional<string>
  reason: CorrectionReason
  note: Optional<string>
  user_id: string
  at: Date
}
export type LotBlocks = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  blocked: Optional<'quarantine' | 'recall'>
  note: Optional<string>
  user_id: string
  at: Date
  recall_id: Optional<string>
}
