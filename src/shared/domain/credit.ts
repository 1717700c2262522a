import { minor, sum, type Minor } from '#shared/domain/money.ts'

/** What a client owes, in minor units: on bills, and not billed yet. `limit` null: none. */
export type Credit = { limit: number | null; billed: number; unbilled: number }
/** `left` before the limit, never below 0 (null: no limit); `excess` beyond it, 0 within. */
export type CreditAfter = { outgoing: Minor; after: Minor; left: Minor | null; excess: Minor }

/** What a client's credit payments come to, on open bills and on no bill yet, and all that he paid back at registers. */
export type CreditSums = { billed: number; unbilled: number; collected: number }

/**
 * What a client still owes. What he paid back pays what no bill asks for first, then the bills; what he paid beyond all of it is owed by nobody here,
 * and pays what is bought next.
 */
export function owedAfterCollections({ billed, unbilled, collected }: CreditSums): { billed: Minor; unbilled: Minor } {
  return {
    billed: minor(Math.max(0, Math.min(billed, billed + unbilled - collected))),
    unbilled: minor(Math.max(0, unbilled - collected)),
  }
}

/** What a new credit payment would make of a client's credit. The limit itself may be reached. */
export function creditAfter({ limit, billed, unbilled }: Credit, payment: number): CreditAfter {
  const outgoing = sum([billed, unbilled])
  const after = sum([outgoing, payment])
  return {
    outgoing,
    after,
    left: limit === null ? null : minor(Math.max(0, limit - after)),
    excess: creditExcess({ outgoing, limit }, payment),
  }
}

/** How far a client who owes `outgoing` would be beyond the limit with a new payment; 0 within it or without one. */
export function creditExcess({ outgoing, limit }: { outgoing: number; limit: number | null }, payment: number): Minor {
  return minor(limit === null ? 0 : Math.max(0, outgoing + payment - limit))
}
