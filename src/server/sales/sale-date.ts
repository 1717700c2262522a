import type { Sale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { noteRevised } from '#server/sales/note-revised.ts'
import { moveSaleDate } from '#server/sales/sale-date.repo.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'

/** The tolerance used when a sale closes: a clock that is ahead by more is wrong. */
const clockToleranceMs = 10 * 60_000

/**
 * Corrects the date of a sale; the ledgers keep the time at which they were written. The same date changes nothing.
 * Throws `requests:notFound`, `sales:cannotEditCanceledSale`, and `requests:invalid` for a date in the future.
 */
export async function setSaleDate(context: Context, id: string, soldAt: string): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now, database, changes } = context
  const { sale, touched } = await database.write(pharmacyId, async (tx) => {
    const known = await findWholeSale(tx, pharmacyId, id)
    if (!known) throw new AppError('requests:notFound')
    if (known.status === 'CANCELED') throw new AppError('sales:cannotEditCanceledSale')
    if (Date.parse(soldAt) > now.getTime() + clockToleranceMs)
      throw new AppError('requests:invalid', { issues: [{ path: 'body.soldAt', message: 'in the future' }] })
    if (Date.parse(soldAt) === Date.parse(known.soldAt)) return { sale: known }
    const moved = { ...known, soldAt: new Date(soldAt).toISOString() }
    return {
      sale: moved,
      touched: await moveSaleDate(tx, pharmacyId, {
        saleId: id,
        from: known.soldAt,
        to: soldAt,
        userId: actor.userId,
        at: now,
      }),
    }
  })
  changes.made = touched !== undefined
  if (touched) noteRevised(changes, touched)
  return sale
}
