import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { inventories as calls, Inventory } from '#shared/contract/inventories.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import {
  beginClosing,
  closesGone,
  endInventory,
  findInventory,
  inventoryState,
} from '#server/inventories/inventory.repo.ts'
import { bookLines, nextToBook } from '#server/inventories/inventory-line.repo.ts'
import { shown } from '#server/inventories/inventory.service.ts'
import { judgedLines, type JudgedRow } from '#server/inventories/judged-lines.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'

/** The most lots that a refusal names. */
const namedLines = 50
/** Lots booked at once: a sale waits for no more than these. */
const bookedAtOnce = 500

type Booked = { stockItemId: string; counted: number; expected: number; rounds: number; at: string; row: JudgedRow }

/**
 * Books the differences: one movement for each lot that differs, dated by its count. Some hundred lots at a time, each
 * time whole, so that the tills go on selling; after a crash the same call books what is left. Two members who close it
 * book each lot once. Throws `inventories:notOpen`, `inventories:nothingCounted`, `inventories:countsDiffer` with the lots
 * to count again, and `inventories:cannotInventoryArchivedStockItem` with those that were archived meanwhile: then nothing
 * is booked.
 */
export async function closeInventory(
  context: Context,
  id: string,
  choices: HandlerInput<typeof calls.close>['body'],
): Promise<Inventory> {
  const pharmacyId = pharmacyOf(context)
  // Read without the write lock: a large inventory takes a second, and tills sell meanwhile.
  await context.database.read(pharmacyId, (tx) => check(tx, pharmacyId, id, choices))
  await changing(context, (tx) => begin(tx, pharmacyId, id, choices))
  while (await changing(context, (tx) => bookSome(tx, context, pharmacyId, id)));
  await changing(context, async (tx) => {
    if ((await inventoryState(tx, pharmacyId, id)) === 'closing')
      await endInventory(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now })
    context.changes.revised.add('pharmacy-products')
  })
  return context.database.read(pharmacyId, async (tx) =>
    shown(context, requireRow(await findInventory(tx, pharmacyId, id))),
  )
}

/** Checks everything before anything is booked. */
async function check(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { uncounted, acceptsDiffering }: HandlerInput<typeof calls.close>['body'],
): Promise<void> {
  const state = requireRow(await inventoryState(tx, pharmacyId, id))
  if (state !== 'open') return
  const rows = await judgedLines(tx, pharmacyId, id)
  const counted = rows.filter(({ judged }) => judged.state !== 'to-count')
  if (!acceptsDiffering)
    refuse(
      'inventories:countsDiffer',
      counted.filter(({ judged }) => judged.state === 'to-recount'),
    )
  if (counted.length === 0 && uncounted === 'left') throw new AppError('inventories:nothingCounted')
  refuse(
    'inventories:cannotInventoryArchivedStockItem',
    counted.filter(({ judged, isArchived }) => isArchived && judged.difference !== 0),
  )
}

/** A closing that was begun before goes on as it was decided. */
async function begin(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { uncounted }: HandlerInput<typeof calls.close>['body'],
): Promise<void> {
  const state = requireRow(await inventoryState(tx, pharmacyId, id))
  if (state === 'closing') return
  if (state !== 'open') throw new AppError('inventories:notOpen', { state })
  await beginClosing(tx, pharmacyId, id, uncounted === 'gone')
}

/** Books the next lots; false when none is left. */
async function bookSome(
  tx: Tx,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  pharmacyId: string,
  id: string,
): Promise<boolean> {
  const gone = await closesGone(tx, pharmacyId, id)
  const lots = await nextToBook(tx, pharmacyId, id, { gone, most: bookedAtOnce })
  if (lots.length === 0) return false
  const lines = (await judgedLines(tx, pharmacyId, id, { lots, goneAt: now })).flatMap(bookedLine)
  const differing = lines.filter(({ counted, expected }) => counted !== expected)
  if (differing.length > 0)
    await moveStock(tx, pharmacyId, {
      userId: actor.userId,
      at: now,
      movements: differing.map(({ stockItemId, counted, expected, at, row }) => ({
        stockItemId,
        cause: 'inventory' as const,
        quantity: counted - expected,
        occurredAt: at,
        reason: row.reason,
        note: row.note,
      })),
      link: { kind: 'inventory', id },
      rev: (await takeRevisions(tx, pharmacyId, 1)) + 1,
    })
  await bookLines(
    tx,
    pharmacyId,
    id,
    lines.map(({ stockItemId, counted, expected, rounds, at }) => ({ stockItemId, counted, expected, rounds, at })),
  )
  return true
}

function bookedLine(row: JudgedRow): Booked[] {
  const { stockItemId, judged } = row
  if (judged.state === 'to-count') return []
  const { counted, expected, rounds, at } = judged
  return [{ stockItemId, counted, expected, rounds, at: new Date(at).toISOString(), row }]
}

function refuse(
  message: 'inventories:countsDiffer' | 'inventories:cannotInventoryArchivedStockItem',
  rows: readonly JudgedRow[],
): void {
  if (rows.length === 0) return
  throw new AppError(message, {
    lines: rows.length,
    items: rows.slice(0, namedLines).map(({ stockItemId, label, lot }) => ({ stockItemId, label, lot })),
  })
}
