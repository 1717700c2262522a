import { allocatePayment } from '#shared/domain/billing/allocate-payment.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'

/** The limit of a client who may not buy on credit, as every new client's. */
export const noCredit = 0

/** A client's debt in minor units, billed and not yet billed. `limit` null: unlimited; 0: no credit. */
export type Credit = { limit: number | null; billed: number; unbilled: number }
/** `left`: amount up to the limit, at least 0 (null: unlimited). `excess`: amount above it, at least 0. */
export type CreditAfter = { outgoing: Minor; after: Minor; left: Minor | null; excess: Minor }

/** A client's credit payments on open bills and on no bill yet, and what he paid back at registers that is for no bill. */
export type CreditSums = { billed: number; unbilled: number; collected: number }

/**
 * What a client still owes, in minor units. What he paid back settles his bills as it comes; the rest settles what is on
 * no bill, then the bills. What he paid beyond all of it settles his next purchases.
 */
export function owedAfterCollections({ billed, unbilled, collected }: CreditSums): { billed: Minor; unbilled: Minor } {
  return {
    billed: minor(Math.max(0, Math.min(billed, billed + unbilled - collected))),
    unbilled: minor(Math.max(0, unbilled - collected)),
  }
}

/**
 * Spreads what a client paid back over what he owes, in the order given (the oldest first): what is left of each, in
 * minor units. Always: the sum of the rests is what is owed less the money, at least 0; `repaid` and `rest` make what
 * was open.
 */
export function restsAfter<V extends { left: number }>(
  owed: readonly V[],
  collected: number,
): { of: V; repaid: number; rest: number }[] {
  const shares = new Map(allocatePayment(owed, collected).shares.map(({ line, amount }) => [line, amount]))
  return owed.map((of) => {
    const repaid = shares.get(of) ?? 0
    return { of, repaid, rest: of.left - repaid }
  })
}

/** The part of a repayment that a client does not owe, in minor units; 0 within the debt. */
export function beyondDebt(outgoing: number, paid: number): Minor {
  return minor(Math.max(0, paid - Math.max(0, outgoing)))
}

/** A client's credit after a new credit payment. Reaching the limit exactly is allowed. */
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

/**
 * Amount by which a new payment would exceed the limit of a client who owes `outgoing`, in minor units; 0 within the
 * limit or without one.
 */
export function creditExcess({ outgoing, limit }: { outgoing: number; limit: number | null }, payment: number): Minor {
  return minor(limit === null ? 0 : Math.max(0, outgoing + payment - limit))
}
