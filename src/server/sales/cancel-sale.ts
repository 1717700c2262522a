import type { Sale, SaleCancellation } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { refusalOfUndoing } from '#server/sales/accept-sale.ts'
import { publishSale } from '#server/sales/publish-sale.ts'
import { findUndoable, readDrawer, reverseSale } from '#server/sales/reverse-sale.repo.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'
import type { TouchedClients } from '#server/sales/shop.ts'

export type SentCancellation = SaleCancellation & { saleId: string }
/** What the inbox keeps of an accepted cancellation: its answer, and what the journal needs to tell it again. */
export type KeptCancellation = { sale: Sale; payload: SentCancellation; userId: string }

/**
 * Cancels a closed sale, exactly once: stock comes back, money leaves the register of who cancels. Answers the sale as it stood then when this
 * cancellation came before. Throws `requests:notFound` for what is no sale of this pharmacy, and the catalogue's message for what is refused.
 */
export async function cancelSale(context: Context, sent: SentCancellation): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now, hints } = context
  const { userId } = actor
  let touched: TouchedClients | undefined
  const { sale } = await acceptOnce<KeptCancellation>(context, {
    pharmacyId,
    kind: 'cancellation',
    payload: sent,
    async judge(tx) {
      const refusal = await refusalOf(tx, pharmacyId, sent, now)
      if (refusal) return { accepted: false, refusal }
      const canceled = await cancel(tx, { pharmacyId, sent, userId, at: now })
      touched = canceled.touched
      return { accepted: true, answer: { sale: canceled.sale, payload: sent, userId } }
    },
    told: (kept) => [
      { pharmacyId, userId, kind: 'cancellation', payload: sent, answer: kept.sale, at: now.toISOString() },
    ],
    publish: () => publishSale(hints, pharmacyId, touched),
  })
  return sale
}

async function refusalOf(
  tx: Tx,
  pharmacyId: string,
  { saleId, registerId }: SentCancellation,
  at: Date,
): Promise<Refusal | null> {
  const sale = await findUndoable(tx, pharmacyId, saleId)
  // Thrown: an attempt at nothing is no answer worth keeping.
  if (!sale) throw new AppError('requests:notFound')
  const refusal = refusalOfUndoing(sale)
  if (refusal) return refusal
  const { registerClosed } = await readDrawer(tx, pharmacyId, { registerId, at })
  return registerClosed ? { message: 'sales:registerClosed', details: { registerId } } : null
}

/** Undoes the sale and answers it as it stands then. The caller knows that it may be undone. */
export async function cancel(
  tx: Tx,
  { pharmacyId, sent, userId, at }: { pharmacyId: string; sent: SentCancellation; userId: string; at: Date },
): Promise<{ sale: Sale; touched: TouchedClients }> {
  const { saleId, registerId, reason } = sent
  const { today, lastRev } = await readDrawer(tx, pharmacyId, { registerId, at })
  const when = at.toISOString()
  const touched = await reverseSale(tx, {
    pharmacyId,
    saleId,
    replacedBy: null,
    reason,
    userId,
    registerId,
    doneAt: when,
    at: when,
    today,
    rev: lastRev + 1,
  })
  const sale = await findWholeSale(tx, pharmacyId, saleId)
  if (!sale) throw new Error(`sale ${saleId} was canceled and is not there`)
  return { sale, touched }
}
