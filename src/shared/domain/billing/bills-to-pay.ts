import { allocatePayment } from '#shared/domain/billing/allocate-payment.ts'

/** `upTo`: what pays this bill and all before it, in minor units. */
export type BillToPay<B> = B & { upTo: number }

/**
 * The bills that a client still has to pay, the first ones first, after money that the list does not know yet. Money
 * settles them in this order: to pay one is to pay those before it too.
 */
export function billsToPay<B extends { left: number }>(bills: readonly B[], paid: number): BillToPay<B>[] {
  const taken = new Map(allocatePayment(bills, paid).shares.map(({ line, amount }) => [line, amount]))
  let upTo = 0
  return bills.flatMap((bill) => {
    const left = bill.left - (taken.get(bill) ?? 0)
    upTo += left
    return left > 0 ? [{ ...bill, left, upTo }] : []
  })
}
