import type { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { collectFreed } from '#server/credit/collect-on-bills.ts'
import { cancelDuesOfSale } from '#server/dues/dues-of-sale.ts'
import { requireRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { refusalOfUndoing } from '#server/sales/accept-sale.ts'
import { noteRevised } from '#server/sales/note-revised.ts'
import { findUndoable, readDrawer, reverseSale } from '#server/sales/reverse-sale.repo.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'
import type { TouchedClients } from '#server/sales/shop.ts'

export type SentCancellation = SaleCancellation & { saleId: string }

/**
 * Cancels a closed sale, exactly once: the stock comes back, the money leaves the register of the member who cancels,
 * and nothing of it is owed any more. A repeated cancellation returns the stored answer. Throws `requests:notFound` when the pharmacy has no such
 * sale, and the message of the catalogue for a refusal.
 */
export async function cancelSale(context: Context, sent: SentCancellation): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now, changes } = context
  return acceptOnce<Sale>(context, {
    pharmacyId,
    kind: 'cancellation',
    payload: sent,
    async judge(tx) {
      const lent = await requireRight(tx, context, 'sale.cancel', {
        grant: sent.grant,
        subjectId: sent.saleId,
        usedFor: sent.id,
      })
      const { registerClosed, ...drawer } = await readDrawer(tx, pharmacyId, { registerId: sent.registerId, at: now })
      const refusal = await refusalOf(tx, pharmacyId, sent, registerClosed)
      if (refusal) return { accepted: false, refusal }
      const canceled = await cancel(tx, { pharmacyId, sent, userId: actor.userId, now, drawer })
      await lent?.note(tx)
      noteRevised(changes, canceled.touched)
      return { accepted: true, answer: canceled.sale }
    },
  })
}

async function refusalOf(
  tx: Tx,
  pharmacyId: string,
  { saleId, registerId }: SentCancellation,
  registerClosed: boolean,
): Promise<Refusal | null> {
  const sale = await findUndoable(tx, pharmacyId, saleId)
  // Thrown, not returned: an answer about an unknown sale must not be stored.
  if (!sale) throw new AppError('requests:notFound')
  return (
    refusalOfUndoing(sale) ?? (registerClosed ? { message: 'sales:registerClosed', details: { registerId } } : null)
  )
}

type Canceling = {
  pharmacyId: string
  sent: SentCancellation
  userId: string
  now: Date
  drawer: { today: string; lastRev: number }
}

/** Reverses the sale and returns it in its new state. The caller has checked that it may be undone. */
async function cancel(
  tx: Tx,
  { pharmacyId, sent: { saleId, registerId, reason }, userId, now, drawer: { today, lastRev } }: Canceling,
): Promise<{ sale: Sale; touched: TouchedClients }> {
  const at = now.toISOString()
  const touched = await reverseSale(tx, {
    pharmacyId,
    saleId,
    replacedBy: null,
    reason,
    userId,
    registerId,
    doneAt: at,
    movedAt: at,
    at,
    today,
    rev: lastRev + 1,
  })
  await collectFreed(tx, pharmacyId, [...touched.persons, ...touched.organizations], now)
  await cancelDuesOfSale(tx, pharmacyId, saleId, { reason, userId, at: now })
  const sale = await findWholeSale(tx, pharmacyId, saleId)
  if (!sale) throw new Error(`sale ${saleId} was canceled and is not there`)
  return { sale, touched }
}
