import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { allPharmacyIds, lockReferential, touchPharmacyProducts } from '#server/lists/product-revisions.repo.ts'

/** Reports products of the referential whose rows in the pharmacies' lists show something else than before. */
export type TouchProducts = (productIds: readonly string[]) => void

/**
 * A write of the referential that all pharmacies share; one at a time. The pharmacies' products of the touched ones take
 * their revisions in the same transaction, under the lock of each pharmacy in the order of ids.
 */
export async function changingReferential<T>(
  context: Context,
  work: (tx: Tx, touch: TouchProducts) => Promise<T>,
): Promise<T> {
  return context.database.platform(async (tx) => {
    await lockReferential(tx)
    const touched = new Set<string>()
    const answer = await work(tx, (ids) => {
      for (const id of ids) touched.add(id)
    })
    // last, because it holds the lock of each pharmacy until the commit
    if ((await touchPharmacyProducts(tx, [...touched])) > 0) context.changes.revised.add('pharmacy-products')
    context.changes.pharmacies = await allPharmacyIds(tx)
    return answer
  })
}

/** A read of the referential, which has no pharmacy: a member reads it within his own, the platform accounts without one. */
export function readingReferential<T>({ actor, database }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return actor.pharmacyId === null ? database.platform(work) : database.read(actor.pharmacyId, work)
}
