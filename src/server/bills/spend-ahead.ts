import { allocateMoney } from '#shared/domain/billing/allocate-payment.ts'
import { stableId } from '#server/base/stable-id.ts'
import { paymentsAhead } from '#server/bills/bill-payment.repo.ts'
import type { By } from '#server/bills/bill.repo.ts'
import { insertSettlements, openLines, refreshStatus } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Settles lines of a payer with what it has ahead: the oldest line by the oldest money. `billIds`: only of these bills.
 * The first settlement has the id of the call. Returns what was allocated.
 */
export async function spendAhead(
  tx: Tx,
  pharmacyId: string,
  { id, payerId, billIds }: { id: string; payerId: string; billIds: readonly string[] | null },
  { userId, at }: By,
): Promise<number> {
  const ahead = await paymentsAhead(tx, pharmacyId, payerId)
  if (ahead.length === 0) return 0
  const open = await openLines(tx, pharmacyId, { payerId, billId: null })
  const shares = allocateMoney(ahead, billIds ? open.filter(({ billId }) => billIds.includes(billId)) : open)
  await insertSettlements(
    tx,
    pharmacyId,
    shares.map(({ money, line: { billId, saleId, paymentId }, amount }, index) => ({
      id: index === 0 ? id : stableId(id, money.id, saleId, paymentId),
      billId,
      saleId,
      paymentId,
      kind: 'paid',
      amount,
      billPaymentId: money.id,
      movementId: null,
      userId,
      clientId: null,
      noteNumber: null,
      reason: null,
    })),
    at,
  )
  await refreshStatus(tx, pharmacyId, [...new Set(shares.map(({ line }) => line.billId))])
  return shares.reduce((sum, { amount }) => sum + amount, 0)
}
