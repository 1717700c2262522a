import type { Generated } from 'kysely'
import type { Optional } from '#server/db/columns.ts'

/** Products and lots of a pharmacy, column by column (see `tables.ts`). */
export type Storages = { pharmacy_id: string; id: string; label: string }
export type PharmacyProducts = {
  pharmacy_id: string
  id: string
  product_id: Optional<string>
  private_label: Optional<string>
  storage_id: Optional<string>
  minimum: Generated<number>
  maximum: Generated<number>
  archived: Generated<boolean>
  rev: Generated<number>
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
}
export type StockMovements = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  cause:
    'initial' | 'delivery' | 'sale' | 'sale-canceled' | 'inventory' | 'adjustment' | 'unpack' | 'return' | 'destruction'
  quantity: number
  before: number
  after: number
  user_id: Optional<string>
  at: Date
  sale_id: Optional<string>
}
