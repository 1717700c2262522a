import { sql } from 'kysely'

/** Subquery: what of the collection `m` of a till is for lines of bills. */
export const allocatedOf = sql<number>`coalesce((
  select sum(z.amount) from bill_settlements z where z.pharmacy_id = m.pharmacy_id and z.movement_id = m.id
    and z.undone_at is null), 0)`

/**
 * What is still owed of the payment `y` of a sale, as the triggers of its ledgers keep it: nothing of a canceled sale. It
 * is on the line that holds the payment, or on no bill.
 */
export const leftOf = sql<number>`greatest(0, y.owed)`
