import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { inventories as calls, Inventory } from '#shared/contract/inventories.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'
import { endInventory, findInventory, inventoryState } from '#server/inventories/inventory.repo.ts'
import { bookLines } from '#server/inventories/inventory-line.repo.ts'
import { shown } from '#server/inventories/inventory.service.ts'
import { judgedLines, type JudgedRow } from '#server/inventories/judged-lines.ts'
import { moveStock } from '#server/stock/stock-ledger.repo.ts'

/** The most lots that a refusal names. */
const namedLines = 50

type Closed = {
  stockItemId: string
  counted: number
  expected: number
  rounds: number
  at: string
  row: JudgedRow
}

/**
 * Books the differences in one transaction: one movement for each lot that differs, dated by its count. Two members who
 * close it close it once. Throws `inventories:notOpen`, `inventories:nothingCounted`, `inventories:countsDiffer` with
 * the lots to count again, and `inventories:cannotInventoryArchivedStockItem` with those that were archived meanwhile.
 */
export function closeInventory(
  context: Context,
  id: string,
  { uncounted, acceptsDiffering }: HandlerInput<typeof calls.close>['body'],
): Promise<Inventory> {
  return changing(context, async (tx, pharmacyId) => {
    const { actor, now } = context
    const state = requireRow(await inventoryState(tx, pharmacyId, id))
    if (state !== 'open') throw new AppError('inventories:notOpen', { state })
    const rows = await judgedLines(tx, pharmacyId, id)
    if (!acceptsDiffering)
      refuse(
        'inventories:countsDiffer',
        rows.filter(({ judged }) => judged.state === 'to-recount'),
      )
    const closed = rows.flatMap((row) => closedLine(row, uncounted === 'gone' ? now : null))
    if (closed.length === 0) throw new AppError('inventories:nothingCounted')
    const differing = closed.filter(({ counted, expected }) => counted !== expected)
    refuse(
      'inventories:cannotInventoryArchivedStockItem',
      differing.filter(({ row }) => row.isArchived).map(({ row }) => row),
    )
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
      closed.map(({ stockItemId, counted, expected, rounds, at }) => ({ stockItemId, counted, expected, rounds, at })),
    )
    await endInventory(tx, pharmacyId, id, { userId: actor.userId, at: now })
    context.changes.revised.add('pharmacy-products')
    return shown(context, requireRow(await findInventory(tx, pharmacyId, id)))
  })
}

/** `goneAt`: a lot that nobody counted is empty at that moment; null: it is left as it is. */
function closedLine(row: JudgedRow, goneAt: Date | null): Closed[] {
  const { stockItemId, judged, quantity } = row
  if (judged.state !== 'to-count') {
    const { counted, expected, rounds, at } = judged
    return [{ stockItemId, counted, expected, rounds, at: new Date(at).toISOString(), row }]
  }
  return goneAt === null
    ? []
    : [{ stockItemId, counted: 0, expected: quantity, rounds: 0, at: goneAt.toISOString(), row }]
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
