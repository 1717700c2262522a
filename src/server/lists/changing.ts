import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { touchRows, type SyncedList } from '#server/lists/revision.repo.ts'

/** Says that rows of a list changed. */
export type Touch = (list: SyncedList, ids: readonly string[]) => void

/** A write of one's own pharmacy: what it touches takes its revisions in the same transaction, and the hints go out after the commit. */
export async function changing<T>(
  context: Context,
  work: (tx: Tx, pharmacyId: string, touch: Touch) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  const touched = new Map<SyncedList, string[]>()
  const result = await context.database.write(pharmacyId, async (tx) => {
    const answer = await work(tx, pharmacyId, (list, ids) => {
      if (ids.length > 0) touched.set(list, [...(touched.get(list) ?? []), ...ids])
    })
    for (const [list, ids] of touched) await touchRows(tx, pharmacyId, list, ids)
    return answer
  })
  for (const list of touched.keys()) context.hints.publish(pharmacyId, list)
  return result
}
