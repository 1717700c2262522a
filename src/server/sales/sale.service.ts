import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import type { Sale, sales } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { maySeeTakings } from '#server/register-ledger/sight.ts'
import { renewEpoch } from '#server/lists/list-state.repo.ts'
import { findSales, type SaleQuery, type SaleSums } from '#server/sales/sale-list.repo.ts'
import { findStatus, findWholeSale, idsHeld } from '#server/sales/sale.repo.ts'

/**
 * A page of sales, newest first, with the number of all filtered sales and their sums (without cancelled sales). Days are in the time zone of the pharmacy. Members who may not see the takings get no turnover, and no total of a
 * sale whose register is open: from the totals they could compute the expected cash of their drawer.
 */
export async function listSales(
  context: Context,
  query: SaleQuery,
): Promise<SaleSums & { items: SaleSummary[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const hidesTakings = !maySeeTakings(context)
  return context.database.read(pharmacyId, (tx) => findSales(tx, pharmacyId, { ...query, hidesTakings }))
}

/** Throws `requests:notFound` when the pharmacy has no such sale. */
export async function readSale(context: Context, id: string): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  const sale = await context.database.read(pharmacyId, (tx) => findWholeSale(tx, pharmacyId, id))
  if (!sale) throw new AppError('requests:notFound')
  return sale
}

/** Always throws: a sale is replaced by a new version, never edited in place. */
export async function refuseEdit(context: Context, id: string): Promise<never> {
  const pharmacyId = pharmacyOf(context)
  const status = await context.database.read(pharmacyId, (tx) => findStatus(tx, pharmacyId, id))
  if (!status) throw new AppError('requests:notFound')
  throw new AppError(status === 'CANCELED' ? 'sales:cannotEditCanceledSale' : 'sales:cannotEditClosedSale')
}

/**
 * Returns the given sales that the server does not have; the terminal sends them again. A terminal that passes the
 * epoch of its lists says that the server had accepted these sales. If one is missing, the server lost data: the
 * revisions of lost list changes are assigned again, and a cursor would skip them. A new epoch then makes every till
 * load its lists again.
 */
export async function missingSales(
  context: Context,
  { ids, epoch }: HandlerInput<typeof sales.reconcile>['body'],
): Promise<string[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const held = new Set(await idsHeld(tx, pharmacyId, ids))
    const missing = [...new Set(ids)].filter((id) => !held.has(id))
    if (epoch !== undefined && missing.length > 0) await renewEpoch(tx, pharmacyId, epoch)
    return missing
  })
}
