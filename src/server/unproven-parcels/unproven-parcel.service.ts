import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import {
  findUnproven,
  findUnprovenOne,
  insertDiscarded,
  type SentContent,
} from '#server/unproven-parcels/unproven-parcel.repo.ts'

/** Parcels that were refused because the member named in them is not proven. Newest first unless sorted. */
export function listUnproven(
  context: Context,
  query: HandlerInput<typeof unprovenParcels.list>['query'],
): Promise<{ items: UnprovenParcel[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findUnproven(tx, pharmacyId, query))
}

/**
 * Sets an unproven parcel aside, with who, when and why. Throws `requests:notFound`, and `unprovenParcels:decided` when
 * it was done or discarded before.
 */
export function discardUnproven(
  context: Context,
  { reason, ...parcel }: { id: string; revision: number; reason: string },
): Promise<UnprovenParcel> {
  const { actor, now, database } = context
  const pharmacyId = pharmacyOf(context)
  return database.write(pharmacyId, async (tx) => {
    await openParcel(tx, pharmacyId, parcel)
    await insertDiscarded(tx, pharmacyId, { ...parcel, reason, userId: actor.userId, at: now })
    return requireRow(await findUnprovenOne(tx, pharmacyId, parcel)).parcel
  })
}

/** The parcel when nothing was decided about it yet; throws as `discardUnproven` does. */
export async function openParcel(
  tx: Tx,
  pharmacyId: string,
  id: { id: string; revision: number },
): Promise<{ parcel: UnprovenParcel; sent: SentContent }> {
  const found = requireRow(await findUnprovenOne(tx, pharmacyId, id))
  if (found.parcel.state !== 'open') throw new AppError('unprovenParcels:decided')
  return found
}
