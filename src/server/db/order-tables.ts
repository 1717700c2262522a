import type { Generated } from 'kysely'
import type { OrderStep } from '#shared/domain/purchasing/order-state.ts'
import type { Optional } from '#server/db/columns.ts'

/** The preparation of orders, and orders, column by column (see `tables.ts`). */
export type OrderRecords = {
  pharmacy_id: string
  pharmacy_product_id: string
  quantity: Optional<number>
  supplier_id: Optional<string>
  excluded_until: Optional<string>
  changed_by: string
  changed_at: Date
}
export type OrderPreparations = { pharmacy_id: string; id: string; closed_by: string; closed_at: Date }
export type Orders = {
  pharmacy_id: string
  id: string
  number: number
  supplier_id: string
  preparation_id: Optional<string>
  step: Generated<OrderStep>
  note: Optional<string>
  created_by: string
  created_at: Date
  sent_by: Optional<string>
  sent_at: Optional<Date>
  confirmed_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
}
export type OrderLines = {
  pharmacy_id: string
  order_id: string
  pharmacy_product_id: string
  position: number
  quantity: number
  price: Optional<number>
  given_up: Generated<number>
  /** Kept by triggers: boxes that are still awaited. */
  awaited: Generated<number>
}
