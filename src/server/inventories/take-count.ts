import type { NewCount } from '#shared/contract/inventory-counting.ts'
import { doneAt } from '#server/base/done-at.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import { touchRows } from '#server/lists/revision.repo.ts'
import { lotOfFound } from '#server/inventories/found-lot.repo.ts'
import { addFoundLine, countableLot, insertCount } from '#server/inventories/inventory-line.repo.ts'
import { inventoryState } from '#server/inventories/inventory.repo.ts'
import { readActor, refusalOfActing, refusalOfUnproven } from '#server/sellers/acting.ts'

type Counted = { id: string; stockItemId: string }

/**
 * Keeps the count of a lot, exactly once, also when it arrives late: it is compared with the stock of its own moment.
 * Nobody's count replaces another one's. Throws `inventories:notOpen` when the inventory has ended meanwhile, and
 * `inventories:cannotInventoryArchivedStockItem`.
 */
export function takeCount(context: Context, count: NewCount): Promise<Counted> {
  const pharmacyId = pharmacyOf(context)
  return acceptOnce<Counted>(context, {
    pharmacyId,
    kind: 'inventory-count',
    payload: count,
    async judge(tx) {
      const refusal = (await refusalOfMember(tx, context, count)) ?? (await refusalOfInventory(tx, pharmacyId, count))
      if (refusal) return { accepted: false, refusal }
      const stockItemId = await countedLot(tx, context, count)
      if (typeof stockItemId !== 'string') return { accepted: false, refusal: stockItemId }
      await insertCount(tx, pharmacyId, {
        ...count,
        stockItemId,
        by: count.sellerId,
        countedAt: doneAt(count.doneAt, context),
        receivedAt: context.now,
      })
      return { accepted: true, answer: { id: count.id, stockItemId } }
    },
  })
}

async function refusalOfMember(tx: Tx, context: Context, count: NewCount): Promise<Refusal | null> {
  const { countsOnly, userId } = context.actor
  // The link of a phone is its proof: it counts in the name of who made it, for its inventory only.
  if (countsOnly !== undefined)
    return countsOnly === count.inventoryId && userId === count.sellerId
      ? null
      : { message: 'auth:forbidden', details: { permission: 'inventory.count' } }
  const acting = await readActor(tx, context, { ...count, at: count.doneAt })
  return refusalOfUnproven(acting, count.sellerId) ?? refusalOfActing(acting, count.sellerId, 'inventory.count')
}

async function refusalOfInventory(tx: Tx, pharmacyId: string, { inventoryId }: NewCount): Promise<Refusal | null> {
  const state = await inventoryState(tx, pharmacyId, inventoryId)
  if (!state) return invalid('inventoryId', 'unknown')
  return state === 'open' ? null : { message: 'inventories:notOpen', details: { state } }
}

/** The lot that was counted; one that the inventory does not have joins it. */
async function countedLot(tx: Tx, context: Context, count: NewCount): Promise<string | Refusal> {
  const pharmacyId = pharmacyOf(context)
  const { inventoryId, stockItemId, found } = count
  if (stockItemId !== null) {
    const lot = await countableLot(tx, pharmacyId, inventoryId, stockItemId)
    if (!lot) return invalid('stockItemId', 'not of the inventory')
    if (!lot.isArchived) return stockItemId
    const items = [{ stockItemId, label: lot.label, lot: lot.lot }]
    return { message: 'inventories:cannotInventoryArchivedStockItem', details: { items } }
  }
  if (!found) return invalid('stockItemId', 'required')
  const lot = await lotOfFound(tx, pharmacyId, found)
  if (!lot) return invalid('found.packagingId', 'no lot in this packaging')
  await addFoundLine(tx, pharmacyId, inventoryId, lot.id)
  if (lot.isNew) {
    await touchRows(tx, pharmacyId, 'pharmacy-products', [found.pharmacyProductId])
    context.changes.revised.add('pharmacy-products')
  }
  return lot.id
}

function invalid(field: string, message: string): Refusal {
  return { message: 'requests:invalid', details: { issues: [{ path: `body.${field}`, message }] } }
}
