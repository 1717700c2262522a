import type { Generated } from 'kysely'
import type { Optional } from '#server/db/columns.ts'

/** Inventories, their lots, counts and phones, column by column (see `tables.ts`). */
type Inventories = {
  pharmacy_id: string
  id: string
  number: number
  label: string
  scope: unknown
  state: Generated<'open' | 'closing' | 'closed' | 'canceled'>
  closes_gone: Generated<boolean>
  created_by: string
  created_at: Date
  closed_by: Optional<string>
  closed_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
type InventoryLines = {
  pharmacy_id: string
  inventory_id: string
  stock_item_id: string
  found: Generated<boolean>
  reason: Optional<string>
  note: Optional<string>
  counted: Optional<number>
  counted_at: Optional<Date>
  expected: Optional<number>
  rounds: Optional<number>
  storage_id: Optional<string>
  purchase_price: Optional<number>
  sale_price: Optional<number>
}
type InventoryCounts = {
  pharmacy_id: string
  id: string
  inventory_id: string
  stock_item_id: string
  kind: 'whole' | 'more'
  quantity: number
  counted_at: Date
  counted_by: string
  received_at: Date
}
type CountingLinks = {
  pharmacy_id: string
  id: string
  inventory_id: string
  user_id: string
  secret_hash: string
  created_at: Date
  expires_at: Date
  ended_at: Optional<Date>
}
export type InventoryTables = {
  inventories: Inventories
  inventory_lines: InventoryLines
  inventory_counts: InventoryCounts
  counting_links: CountingLinks
}
