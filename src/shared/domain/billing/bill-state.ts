export const billStates = ['open', 'sent', 'partly-paid', 'closed', 'canceled'] as const
export type BillState = (typeof billStates)[number]

/** What became of a bill, in minor units; `left` is still awaited. */
export type BillSums = { paid: number; charged: number; writtenOff: number; left: number }

/** A bill of which nothing is awaited any more is closed, whatever closed it. */
export function billStateOf(bill: { isCanceled: boolean; isSent: boolean } & BillSums): BillState {
  if (bill.isCanceled) return 'canceled'
  if (bill.left === 0) return 'closed'
  if (bill.paid + bill.charged + bill.writtenOff > 0) return 'partly-paid'
  return bill.isSent ? 'sent' : 'open'
}

/** Whether money that settled a part of a bill is ahead again when the bill is canceled: what it came from is known. */
export function isMoneyBack({
  kind,
  billPaymentId,
  movementId,
}: {
  kind: string
  billPaymentId: string | null
  movementId: string | null
}): boolean {
  return kind === 'paid' && (billPaymentId ?? movementId) !== null
}
