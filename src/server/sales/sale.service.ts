import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Sale, sales, SaleSummary } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { renewEpoch } from '#server/lists/list-state.repo.ts'
import { findSales, findStatus, findWholeSale, idsHeld, type SaleQuery } from '#server/sales/sale.repo.ts'

/** A page of sales, newest first, with the number and the turnover (cancelled ones aside) of all that the filters keep. Days are the pharmacy's own. */
export async function listSales(
  context: Context,
  query: SaleQuery,
): Promise<{ items: SaleSummary[]; total: number; turnover: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findSales(tx, pharmacyId, query))
}

/** Throws `requests:notFound` for what is not a sale of this pharmacy. */
export async function readSale(context: Context, id: string): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  const sale = await context.database.read(pharmacyId, (tx) => findWholeSale(tx, pharmacyId, id))
  if (!sale) throw new AppError('requests:notFound')
  return sale
}

/** Always throws: what was sold is replaced by a new version, never edited in place. */
export async function refuseEdit(context: Context, id: string): Promise<never> {
  const pharmacyId = pharmacyOf(context)
  const status = await context.database.read(pharmacyId, (tx) => findStatus(tx, pharmacyId, id))
  if (!status) throw new AppError('requests:notFound')
  throw new AppError(status === 'CANCELED' ? 'sales:cannotEditCanceledSale' : 'sales:cannotEditClosedSale')
}

/**
 * Of these sales, those that the server does not have: a terminal sends them again. With the epoch of its lists it says that the server had
 * taken them: what it lost with them of the lists may be passed by other revisions already, so that no cursor shows it any more.
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
