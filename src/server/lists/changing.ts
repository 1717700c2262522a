import type { SyncedList } from '#shared/contract/freshness.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { touchRows } from '#server/lists/revision.repo.ts'

/** Reports that rows of a list changed. */
export type Touch = (list: SyncedList, ids: readonly string[]) => void

/** A write transaction of the actor's pharmacy: the touched rows take their revisions in the same transaction. */
export async function changing<T>(
  context: Context,
  work: (tx: Tx, pharmacyId: string, touch: Touch) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, async (tx) => {
    const touched = new Map<SyncedList, string[]>()
    const answer = await work(tx, pharmacyId, (list, ids) => {
      if (ids.length > 0) touched.set(list, [...(touched.get(list) ?? []), ...ids])
    })
    for (const [list, ids] of touched) {
      await touchRows(tx, pharmacyId, list, ids)
      context.changes.revised.add(list)
    }
    return answer
  })
}
