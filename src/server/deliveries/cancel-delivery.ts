import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'
import { archiveLots, broughtLots } from '#server/deliveries/delivered-products.repo.ts'
import { deliveryFacts, markCanceled } from '#server/deliveries/delivery.repo.ts'

/**
 * Cancels a delivery. The boxes of a closed one leave the stock by reverse movements, and the lots that it made are
 * archived. Throws `deliveries:notOpen` for a canceled one, `deliveries:cannotCancelDeliveryWithValidatedBillStatement`,
 * and `deliveries:boxesGone` with the lots that hold less than came.
 */
export function cancelDelivery(context: Context, id: string, { reason }: { reason: string }): Promise<{ id: string }> {
  return changing(context, async (tx, pharmacyId) => {
    const by = { userId: context.actor.userId, at: context.now }
    const { state, validatedStatementId } = requireRow(await deliveryFacts(tx, pharmacyId, id))
    if (state === 'canceled') throw new AppError('deliveries:notOpen', { state })
    if (validatedStatementId !== null) throw new AppError('deliveries:cannotCancelDeliveryWithValidatedBillStatement')
    if (state === 'closed') {
      const lots = await broughtLots(tx, pharmacyId, id)
      const gone = lots.filter(({ brought, quantity }) => quantity < brought)
      if (gone.length > 0)
        throw new AppError('deliveries:boxesGone', {
          lots: gone.map(({ id: lotId, label, lot, brought, quantity }) => ({
            id: lotId,
            label,
            lot,
            brought,
            quantity,
          })),
        })
      await moveStock(tx, pharmacyId, {
        ...by,
        movements: lots.map((lot) => ({ stockItemId: lot.id, cause: 'delivery' as const, quantity: -lot.brought })),
        note: reason,
        link: { kind: 'delivery-canceled', id },
        rev: (await takeRevisions(tx, pharmacyId, 1)) + 1,
      })
      await archiveLots(
        tx,
        pharmacyId,
        lots.flatMap((lot) => (lot.isOwn ? [lot.id] : [])),
      )
      context.changes.revised.add('pharmacy-products')
    }
    await markCanceled(tx, pharmacyId, id, { ...by, reason })
    return { id }
  })
}
