import { randomUUID } from 'node:crypto'
import type { Sale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/context.ts'
import type { EntryOf } from '#server/inbox/journal-entry.ts'
import { publishSale } from '#server/sales/publish-sale.ts'
import { lastDateMoveId, moveSaleDate, type DateMove } from '#server/sales/sale-date.repo.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'

/** As when it closes: a clock this far ahead is no drift. */
const clockToleranceMs = 10 * 60_000

/**
 * Corrects when a sale was made; its ledgers keep the hour at which they were written. The same moment changes nothing. Throws `requests:notFound`,
 * `sales:cannotEditCanceledSale`, and `requests:invalid` for a moment that is still to come.
 */
export async function setSaleDate(context: Context, id: string, soldAt: string): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now, database, hints, journal } = context
  const move = { id: randomUUID(), saleId: id, to: soldAt, userId: actor.userId, at: now }
  const moved = await database.write(pharmacyId, async (tx) => {
    const known = await findWholeSale(tx, pharmacyId, id)
    if (!known) throw new AppError('requests:notFound')
    if (known.status === 'CANCELED') throw new AppError('sales:cannotEditCanceledSale')
    if (Date.parse(soldAt) > now.getTime() + clockToleranceMs)
      throw new AppError('requests:invalid', { issues: [{ path: 'body.soldAt', message: 'in the future' }] })
    if (Date.parse(soldAt) === Date.parse(known.soldAt))
      return { sale: known, before: await lastDateMoveId(tx, pharmacyId, id) }
    const from = known.soldAt
    return {
      sale: { ...known, soldAt: new Date(soldAt).toISOString() },
      from,
      touched: await moveSaleDate(tx, pharmacyId, { ...move, from }),
    }
  })
  if (moved.touched) {
    await journal?.append(dateEntry(pharmacyId, { ...move, from: moved.from }))
    publishSale(hints, pharmacyId, moved.touched)
    // Corrected so already, but the sync of that moment may have failed or be under way.
  } else if (moved.before) await journal?.settle(moved.before)
  return moved.sale
}

export function dateEntry(pharmacyId: string, { id, saleId, from, to, userId, at }: DateMove): EntryOf<'date'> {
  return {
    pharmacyId,
    userId,
    kind: 'date',
    payload: { id, revision: 1, saleId, from, to },
    answer: { id },
    at: at.toISOString(),
  }
}
