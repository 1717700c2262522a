import { sql } from 'kysely'
import { refundedOf } from '#server/credit/refunded.repo.ts'

/** Subquery: what payers paid, were forgiven or passed to the patient of the payment `y` of a sale, over all bills. */
export const settledOf = sql<number>`coalesce((
  select sum(z.amount) from bill_settlements z where z.pharmacy_id = y.pharmacy_id and z.sale_id = y.sale_id
    and z.payment_id = y.id and z.undone_at is null and z.kind <> 'presented-again'), 0)`

/** Subquery: what of the collection `m` of a till is for lines of bills. */
export const allocatedOf = sql<number>`coalesce((
  select sum(z.amount) from bill_settlements z where z.pharmacy_id = m.pharmacy_id and z.movement_id = m.id
    and z.undone_at is null), 0)`

/**
 * What is still owed of the payment `y` of the sale `s`: nothing of a canceled sale. It is on the line that holds the
 * payment, or on no bill.
 */
export const leftOf = sql<number>`case when s.status = 'CANCELED' then 0
  else greatest(0, y.amount - ${refundedOf} - ${settledOf}) end`
