import { sql } from 'kysely'

/** Subquery: the amount refunded on the payment `y` of a sale, over all returns. */
export const refundedOf = sql<number>`coalesce((
  select sum(d.amount) from sale_refunds d where d.pharmacy_id = y.pharmacy_id and d.sale_id = y.sale_id
    and d.payment_id = y.id), 0)`
