import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { findUnproven } from '#server/unproven-parcels/unproven-parcel.repo.ts'

/** Parcels that were refused because the member named in them is not proven. Newest first unless sorted. */
export function listUnproven(
  context: Context,
  query: HandlerInput<typeof unprovenParcels.list>['query'],
): Promise<{ items: UnprovenParcel[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findUnproven(tx, pharmacyId, query))
}
