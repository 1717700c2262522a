import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { LentRight, lentRights } from '#shared/contract/lent-rights.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { findLentRights } from '#server/lent-rights/lent-right.repo.ts'

/** Rights that were given in place and used, the latest first unless sorted. */
export function listLentRights(
  context: Context,
  query: HandlerInput<typeof lentRights.list>['query'],
): Promise<{ items: LentRight[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findLentRights(tx, pharmacyId, query))
}
