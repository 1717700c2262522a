import type { CallReply } from '#shared/contract/endpoint.ts'
import type { labels } from '#shared/contract/labels.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import {
  deleteWaiting,
  findWaiting,
  insertAsked,
  knownProducts,
  setPrinted,
  type LabelQuery,
  type PrintedLabel,
} from '#server/labels/label.repo.ts'

/** The labels that wait to be printed, newest first. */
export function listLabels(context: Context, query: LabelQuery): Promise<CallReply<typeof labels.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    findWaiting(tx, pharmacyId, query, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

/**
 * Queues the labels of products. A product that waits already keeps its place; an archived one gets none. Throws
 * `requests:invalid` with the products that the pharmacy does not have.
 */
export function addLabels(context: Context, productIds: readonly string[]): Promise<CallReply<typeof labels.add>> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await knownProducts(tx, pharmacyId, productIds)
    refuseFields(
      productIds.flatMap((id, index) =>
        known.has(id) ? [] : [{ path: `body.productIds.${index}`, message: 'unknown' }],
      ),
    )
    const inUse = [...known].filter(([, { archived }]) => !archived).map(([id]) => id)
    const added = await insertAsked(tx, pharmacyId, inUse, { userId: context.actor.userId, at: context.now })
    return { added, waiting: inUse.length - added, archived: known.size - inUse.length }
  })
}

/** Labels that no longer wait, or that the pharmacy does not have, are passed over. */
export function removeLabels(context: Context, ids: readonly string[]): Promise<CallReply<typeof labels.remove>> {
  return changing(context, async (tx, pharmacyId) => ({ removed: await deleteWaiting(tx, pharmacyId, ids) }))
}

/**
 * Takes printed labels out of the queue. One whose price changed after it was listed stays: the paper says the old
 * price. Labels that no longer wait, or that the pharmacy does not have, are passed over.
 */
export function markLabelsPrinted(
  context: Context,
  printed: readonly PrintedLabel[],
): Promise<CallReply<typeof labels.markPrinted>> {
  return changing(context, (tx, pharmacyId) =>
    setPrinted(tx, pharmacyId, printed, { userId: context.actor.userId, at: context.now }),
  )
}
