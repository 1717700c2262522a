import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import type { NewSaleOpening } from '#shared/contract/cash-registers.ts'
import { withheldSale, type ReadSale, type Sale, type sales } from '#shared/contract/sales.ts'
import { requireRow } from '#server/base/require-row.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { maySeeTakings, withheldFrom } from '#server/register-ledger/sight.ts'
import { renewEpoch } from '#server/lists/list-state.repo.ts'
import { findSales, type SaleQuery, type SaleSums } from '#server/sales/sale-list.repo.ts'
import { takeAct } from '#server/register-acts/take-act.ts'
import type { Tx } from '#server/db/database.ts'
import { findStatus, findWholeSale, idsHeld } from '#server/sales/sale.repo.ts'

/**
 * A page of sales, newest first, with the number of all filtered sales and their sums (without cancelled sales). Days are in the time zone of the pharmacy. Members who may not see the takings get no turnover, and no total of a
 * sale whose register is open: from the totals they could compute the expected cash of their drawer. Nobody gets those of
 * a drawer that is withheld from him.
 */
export async function listSales(
  context: Context,
  query: SaleQuery,
): Promise<SaleSums & { items: SaleSummary[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const hidesTakings = !maySeeTakings(context)
  return context.database.read(pharmacyId, async (tx) =>
    findSales(tx, pharmacyId, { ...query, hidesTakings, withheld: await withheldFrom(tx, context) }),
  )
}

/** Without amounts while its drawer is withheld from the member. Throws `requests:notFound`. */
export async function readSale(context: Context, id: string): Promise<ReadSale> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => saleSeenBy(tx, context, await wholeSale(tx, pharmacyId, id)))
}

/** A sale as it is written, for other nouns. Throws `requests:notFound`. */
export async function wholeSale(tx: Tx, pharmacyId: string, id: string): Promise<Sale> {
  return requireRow(await findWholeSale(tx, pharmacyId, id))
}

/** The sale, without amounts while its drawer is withheld from the member. */
export async function saleSeenBy(tx: Tx, context: Context, sale: Sale): Promise<ReadSale> {
  return (await withheldFrom(tx, context)).includes(sale.registerId) ? withheldSale(sale) : sale
}

/** Notes that a member opened a sale of a drawer that is not counted, exactly once, and returns the whole sale. */
export async function openSale(
  context: Context,
  { saleId, ...opening }: NewSaleOpening & { saleId: string },
): Promise<Sale> {
  const pharmacyId = pharmacyOf(context)
  await takeAct(context, { ...opening, saleId, act: 'open-sale' })
  const sale = await context.database.read(pharmacyId, (tx) => findWholeSale(tx, pharmacyId, saleId))
  if (!sale) throw new Error(`sale ${saleId} was opened and is not there`)
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
