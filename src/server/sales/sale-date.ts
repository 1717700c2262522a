import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { ReadSale, sales } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { noteRevised } from '#server/sales/note-revised.ts'
import { isDateClosed, leavesClosedMonth, moveSaleDate } from '#server/sales/sale-date.repo.ts'
import { saleSeenBy } from '#server/sales/sale.service.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'

/** In ms. The same tolerance as when a sale closes: a clock that is ahead by more is wrong. */
const clockToleranceMs = 10 * 60_000

/**
 * Corrects the date of a sale, with a reason; the ledgers keep the time at which they were written. The same date
 * changes nothing. Throws `requests:notFound`, `sales:cannotEditCanceledSale`, `requests:invalid` for a date in the
 * future, and, for members without the right to reopen a register, `sales:dateOfClosedRegister` when the register of
 * the sale is closed or the new date lies in the hours of a closed register of the seller, and `accounting:monthClosed` when
 * the sale would leave or enter a month that was exported, or one before the first export.
 */
export async function setSaleDate(
  context: Context,
  id: string,
  { soldAt, reason, grant }: HandlerInput<typeof sales.setDate>['body'],
): Promise<ReadSale> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now, database, changes } = context
  const { sale, touched } = await database.write(pharmacyId, async (tx) => {
    const lent = await requireRight(tx, context, 'sale.date', {
      grant,
      subjectId: id,
      usedFor: `date ${soldAt}`,
    })
    const known = await findWholeSale(tx, pharmacyId, id)
    if (!known) throw new AppError('requests:notFound')
    if (known.status === 'CANCELED') throw new AppError('sales:cannotEditCanceledSale')
    if (Date.parse(soldAt) > now.getTime() + clockToleranceMs)
      throw new AppError('requests:invalid', { issues: [{ path: 'body.soldAt', message: 'in the future' }] })
    if (Date.parse(soldAt) === Date.parse(known.soldAt)) return { sale: known }
    if (!actor.permissions.has('register.reopen') && (await isDateClosed(tx, pharmacyId, { saleId: id, to: soldAt })))
      throw new AppError('sales:dateOfClosedRegister')
    if (await leavesClosedMonth(tx, pharmacyId, { from: known.soldAt, to: soldAt }))
      throw new AppError('accounting:monthClosed')
    await lent?.note(tx)
    const moved = { ...known, soldAt: new Date(soldAt).toISOString() }
    return {
      sale: moved,
      touched: await moveSaleDate(tx, pharmacyId, {
        saleId: id,
        from: known.soldAt,
        to: soldAt,
        reason,
        userId: actor.userId,
        at: now,
      }),
    }
  })
  changes.made = touched !== undefined
  if (touched) noteRevised(changes, touched)
  return database.read(pharmacyId, (tx) => saleSeenBy(tx, context, sale))
}
