import { randomUUID } from 'node:crypto'
import { allocatePayment } from '#shared/domain/billing/allocate-payment.ts'
import {
  insertSettlements,
  openCollections,
  openLines,
  refreshStatus,
  type NewSettlement,
  type OpenLine,
} from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Settles lines of a client's bills with what he paid back at tills and is for no line yet: the oldest line by the oldest
 * money. Called when he pays and when he is billed. What no line awaits stays ahead, for what he buys on credit.
 */
export async function collectOnBills(tx: Tx, pharmacyId: string, clientId: string, at: Date): Promise<void> {
  const collections = await openCollections(tx, pharmacyId, clientId)
  if (collections.length === 0) return
  let lines: OpenLine[] = await openLines(tx, pharmacyId, { payerId: clientId, billId: null })
  const settlements: NewSettlement[] = []
  for (const { movementId, userId, rest } of collections) {
    const { shares } = allocatePayment(lines, rest)
    settlements.push(
      ...shares.map(({ line: { billId, saleId, paymentId }, amount }) => ({
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
    )
    const taken = new Map(shares.map(({ line, amount }) => [line, amount]))
    lines = lines.flatMap((line) => {
      const left = line.left - (taken.get(line) ?? 0)
      return left > 0 ? [{ ...line, left }] : []
    })
  }
  await insertSettlements(tx, pharmacyId, settlements, at)
  await refreshStatus(tx, pharmacyId, [...new Set(settlements.map(({ billId }) => billId))])
}
