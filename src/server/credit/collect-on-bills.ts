import { randomUUID } from 'node:crypto'
import { allocateMoney, allocatePayment } from '#shared/domain/billing/allocate-payment.ts'
import { debtorsAmong, unbilledCredit } from '#server/credit/repaid.repo.ts'
import { insertSettlements, openCollections, openLines, refreshStatus } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'

type Collection = Awaited<ReturnType<typeof openCollections>>[number]

/**
 * Settles lines of a client's bills with what he paid back at tills, the oldest line first: a new collection
 * (`movementId`), and what is for nothing else. Earlier money stays for the vouchers that no bill holds, which it paid
 * (`repaidVouchers`).
 */
export async function collectOnBills(
  tx: Tx,
  pharmacyId: string,
  clientId: string,
  at: Date,
  movementId: string | null = null,
): Promise<void> {
  const collections = await openCollections(tx, pharmacyId, clientId)
  if (collections.length === 0) return
  const lines = await openLines(tx, pharmacyId, { payerId: clientId, billId: null })
  if (lines.length === 0) return
  const earlier = collections.reduce((sum, each) => sum + (each.movementId === movementId ? 0 : each.rest), 0)
  const beyond = allocatePayment(await unbilledCredit(tx, pharmacyId, [clientId]), earlier).left
  const money = beyondOldest(collections, earlier - beyond)
  const billIds = await settleWith(tx, pharmacyId, money, lines, at)
  await refreshStatus(tx, pharmacyId, billIds)
}

/**
 * The same for clients of whom something else was undone (a sale, a payment of a bill): the money that paid it is for
 * their bills. Ids of other rows, and of merged persons, may be among them.
 */
export async function collectFreed(tx: Tx, pharmacyId: string, clientIds: readonly string[], at: Date): Promise<void> {
  if (clientIds.length === 0) return
  for (const client of await debtorsAmong(tx, pharmacyId, clientIds)) await collectOnBills(tx, pharmacyId, client, at)
}

/** Keeps, of a voucher that a bill takes, what its client paid back before: the bill has the rest. */
export async function settleRepaid(
  tx: Tx,
  pharmacyId: string,
  clientId: string,
  vouchers: readonly { saleId: string; paymentId: string; repaid: number }[],
  at: Date,
): Promise<void> {
  const lines = vouchers.flatMap(({ repaid, saleId, paymentId }) =>
    repaid > 0 ? [{ billId: null, saleId, paymentId, left: repaid }] : [],
  )
  if (lines.length > 0) await settleWith(tx, pharmacyId, await openCollections(tx, pharmacyId, clientId), lines, at)
}

/** Money without the first of it, the oldest first. */
function beyondOldest(collections: readonly Collection[], kept: number): Collection[] {
  let left = kept
  return collections.map((each) => {
    const taken = Math.min(left, each.rest)
    left -= taken
    return { ...each, rest: each.rest - taken }
  })
}

/** Returns the bills of the lines that were settled. */
async function settleWith<BillId extends string | null>(
  tx: Tx,
  pharmacyId: string,
  money: readonly Collection[],
  lines: readonly { billId: BillId; saleId: string; paymentId: string; left: number }[],
  at: Date,
): Promise<BillId[]> {
  const shares = allocateMoney(money, lines)
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
  return [...new Set(shares.map(({ line }) => line.billId))]
}
