import { sql } from 'kysely'

/** What the payment `y` of a sale gave back since, all its returns together. */
export const refundedOf = sql<number>`coalesce((
  select sum(d.amount) from sale_refunds d where d.pharmacy_id = y.pharmacy_id and d.sale_id = y.sale_id and d.payment_id = y.id), 0)`
