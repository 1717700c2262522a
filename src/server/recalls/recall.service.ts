import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewRecall, NewRecallContact, Recall, RecallRecord, recalls } from '#shared/contract/recalls.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { changing } from '#server/lists/changing.ts'
import {
  closeRow,
  findRecall,
  findRecalls,
  insertContact,
  insertRecall,
  isProductKnown,
  lotsOfRecall,
  openRecallOf,
  type RecallQuery,
} from '#server/recalls/recall.repo.ts'
import { quantitiesOfRecall, salesOfRecall } from '#server/recalls/recalled-sales.repo.ts'
import { setBlock } from '#server/stock/lot-block.repo.ts'

/** Open recalls first, then the newest. */
export function listRecalls(context: Context, query: RecallQuery): Promise<{ items: Recall[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findRecalls(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readRecall(context: Context, id: string): Promise<RecallRecord> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => wholeRecall(tx, pharmacyId, id))
}

/**
 * Recalls a lot of a product: blocks every package of it at every till, also those that come in later. A repeated
 * request answers the recall that it opened. Throws `requests:invalid`, and `recalls:alreadyOpen` when an open recall
 * covers the lot in any spelling.
 */
export function openRecall(context: Context, body: NewRecall): Promise<RecallRecord> {
  const { actor, now } = context
  return changing(context, async (tx, pharmacyId, touch) => {
    const { id, pharmacyProductId } = body
    if (!(await findRecall(tx, pharmacyId, id))) {
      if (!(await isProductKnown(tx, pharmacyId, pharmacyProductId)))
        refuseFields([{ path: 'body.pharmacyProductId', message: 'unknown' }])
      const open = await openRecallOf(tx, pharmacyId, body)
      if (open) throw new AppError('recalls:alreadyOpen', { id: open })
      await insertRecall(tx, pharmacyId, body, { userId: actor.userId, at: now })
      await setBlock(tx, pharmacyId, {
        stockItemIds: (await lotsOfRecall(tx, pharmacyId, body)).map((lot) => lot.id),
        blocked: 'recall',
        note: body.reason,
        recallId: id,
        userId: actor.userId,
        at: now,
      })
      touch('pharmacy-products', [pharmacyProductId])
    }
    return wholeRecall(tx, pharmacyId, id)
  })
}

/**
 * Closes a recall: its lots are released, or stay in quarantine. A closed recall stays as it was closed. Throws
 * `requests:notFound`.
 */
export function closeRecall(
  context: Context,
  id: string,
  { note, release }: HandlerInput<typeof recalls.close>['body'],
): Promise<RecallRecord> {
  const { actor, now } = context
  return changing(context, async (tx, pharmacyId, touch) => {
    const recall = requireRow(await findRecall(tx, pharmacyId, id))
    if (recall.closedAt === null) {
      await closeRow(tx, pharmacyId, { id, note, userId: actor.userId, at: now })
      const lots = await lotsOfRecall(tx, pharmacyId, recall)
      await setBlock(tx, pharmacyId, {
        stockItemIds: lots.filter(({ blocked }) => blocked === 'recall').map((lot) => lot.id),
        blocked: release ? null : 'quarantine',
        note,
        recallId: id,
        userId: actor.userId,
        at: now,
      })
      touch('pharmacy-products', [recall.pharmacyProductId])
    }
    return wholeRecall(tx, pharmacyId, id)
  })
}

/**
 * Notes what came of a contact with a buyer; the earlier notes stay. A repeated request notes it once. Throws
 * `requests:notFound` and `requests:invalid`.
 */
export function noteContact(context: Context, id: string, body: NewRecallContact): Promise<RecallRecord> {
  const { actor, now } = context
  return changing(context, async (tx, pharmacyId) => {
    const recall = await wholeRecall(tx, pharmacyId, id)
    const sale = recall.soldTo.find(({ saleId }) => saleId === body.saleId)
    const sold = sale?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
    refuseFields([
      ...(sale ? [] : [{ path: 'body.saleId', message: 'not a sale of this lot' }]),
      ...(sale && body.returned > sold ? [{ path: 'body.returned', message: 'more than was sold' }] : []),
      ...(body.outcome === 'returned' && body.returned === 0 ? [{ path: 'body.returned', message: 'nothing' }] : []),
    ])
    await insertContact(tx, pharmacyId, { ...body, recallId: id, userId: actor.userId, at: now })
    return wholeRecall(tx, pharmacyId, id)
  })
}

async function wholeRecall(tx: Tx, pharmacyId: string, id: string): Promise<RecallRecord> {
  const recall = requireRow(await findRecall(tx, pharmacyId, id))
  const lots = await lotsOfRecall(tx, pharmacyId, recall)
  const soldTo = await salesOfRecall(tx, pharmacyId, { recallId: id, lots: lots.map((lot) => lot.id) })
  return {
    ...recall,
    quantities: await quantitiesOfRecall(
      tx,
      pharmacyId,
      lots.map((lot) => lot.id),
    ),
    soldTo,
  }
}
