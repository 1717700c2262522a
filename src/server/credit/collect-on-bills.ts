import { randomUUID } from 'node:crypto'
import { allocateMoney } from '#shared/domain/billing/allocate-payment.ts'
import { insertSettlements, openCollections, openLines, refreshStatus } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Settles lines of a client's bills with what he paid back at tills and is for no line yet: the oldest line by the oldest
 * money. Called when he pays and when he is billed. What no line awaits stays ahead, for what he buys on credit.
 */
export async function collectOnBills(tx: Tx, pharmacyId: string, clientId: string, at: Date): Promise<void> {
  const collections = await openCollections(tx, pharmacyId, clientId)
  if (collections.length === 0) return
  const shares = allocateMoney(collections, await openLines(tx, pharmacyId, { payerId: clientId, billId: null }))
  await insertSettlements(
    tx,
    pharmacyId,
    shares.map(({ money: { movementId, userId }, line: { billId, saleId, paymentId }, amount }) => ({
      // the same money may come back to a line whose other payment was canceled
      id: randomUUID(),
      billId,
      saleId,
      paymentId,
      kind: 'paid' as const,
      amount,
      billPaymentId: null,
      movementId,
      clientId: null,
      noteNumber: null,
      reason: null,
      userId,
    })),
    at,
  )
  await refreshStatus(tx, pharmacyId, [...new Set(shares.map(({ line }) => line.billId))])
}
