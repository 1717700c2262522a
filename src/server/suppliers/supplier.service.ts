import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { suppliers, Wholesaler } from '#shared/contract/suppliers.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { isSupplier } from '#server/stock/in-use.repo.ts'
import {
  codesOfSupplier,
  forgetSupplierCode,
  openMattersOf,
  updateSupplierEmail,
  wholesalersOf,
} from '#server/suppliers/supplier.repo.ts'

/** The wholesalers of a country by name; none for a country that has none. */
export function listWholesalers({ database }: Context, countryCode: string): Promise<Wholesaler[]> {
  return database.platform((tx) => wholesalersOf(tx, countryCode))
}

/** Throws `requests:notFound` for an unknown supplier. */
export function listSupplierCodes(
  context: Context,
  id: string,
  query: HandlerInput<typeof suppliers.codes>['query'],
): Promise<CallReply<typeof suppliers.codes>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (!(await isSupplier(tx, pharmacyId, id))) throw new AppError('requests:notFound')
    return codesOfSupplier(tx, pharmacyId, id, query)
  })
}

/** Throws `requests:notFound` for a code that was tied to nothing. */
export function forgetCode(context: Context, params: { id: string; code: string }): Promise<{ code: string }> {
  return changing(context, async (tx, pharmacyId) => {
    if (!(await forgetSupplierCode(tx, pharmacyId, params))) throw new AppError('requests:notFound')
    return { code: params.code }
  })
}

/** The address to which its orders and claims go. */
export async function keepSupplierEmail(tx: Tx, pharmacyId: string, id: string, email: string): Promise<void> {
  await updateSupplierEmail(tx, pharmacyId, id, email)
}

/**
 * Throws `suppliers:archiveOpenMatters` with the counts: open deliveries, returns that wait for their credit, and
 * orders that are drafts or await boxes.
 */
export async function refuseOpenMatters(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  const matters = await openMattersOf(tx, pharmacyId, id)
  if (matters.deliveries + matters.returns + matters.orders > 0)
    throw new AppError('suppliers:archiveOpenMatters', matters)
}
