import type { NewSale } from '#shared/contract/sales.ts'
import { unitItemIdOf, unitPriceOf } from '#shared/domain/unpack.ts'
import type { Tx } from '#server/db/database.ts'
import type { KnownStockItem, Opening, Shop } from '#server/sales/shop.ts'
import type { Box } from '#server/stock/box.repo.ts'
import { openLots } from '#server/stock/open-lots.ts'

export function openingsOf({ records }: NewSale, boxes: readonly Box[]): Opening[] {
  return boxes.flatMap((box) => {
    const opened = records.reduce((count, { opens }) => count + (opens?.stockItemId === box.id ? opens.boxes : 0), 0)
    return opened > 0 ? [{ box, boxes: opened, unitItemId: unitItemIdOf(box.id) }] : []
  })
}

/**
 * The stock items of a sale, including the unit items that its openings create. Units of an archived lot count as
 * archived, like its boxes.
 */
export function withUnits(
  known: readonly KnownStockItem[],
  openings: readonly Opening[],
  cashStep: number,
): KnownStockItem[] {
  if (openings.length === 0) return [...known]
  const opened = new Map(openings.map(({ unitItemId, box }) => [unitItemId, box]))
  const there = known.map((item) => {
    const box = opened.get(item.id)
    if (!box) return item
    const formerPrices = [...item.formerPrices, ...unitPricesOf(box, cashStep)]
    return { ...item, archived: item.archived || box.archived, blocked: item.blocked ?? box.blocked, formerPrices }
  })
  const toCome = openings.filter(({ unitItemId }) => !known.some(({ id }) => id === unitItemId))
  return [...there, ...toCome.map(({ unitItemId, box }) => ({ ...unitsOf(box, cashStep), id: unitItemId }))]
}

function unitsOf(box: Box, cashStep: number): Omit<KnownStockItem, 'id'> {
  const { productId, archived, lot, expiresOn, list, taxGroup, salePrice, units, blocked } = box
  return {
    productId,
    archived,
    lot,
    expiresOn,
    list,
    taxGroup,
    blocked,
    quantity: 0,
    salePrice: unitPriceOf(salePrice, units, cashStep),
    discountPercent: null,
    formerPrices: unitPricesOf(box, cashStep),
  }
}

function unitPricesOf({ formerPrices, units }: Box, cashStep: number): number[] {
  return formerPrices.map((price) => unitPriceOf(price, units, cashStep))
}

/** Issues with the boxes that the lines open. Our terminals never send them. */
export function openingIssues(
  { records }: NewSale,
  { openings, stockItems }: Shop,
): { path: string; message: string }[] {
  return records.flatMap(({ stockItemId, opens }, index) => {
    if (!opens) return []
    const path = `body.records.${index}`
    const opening = openings.find(({ box }) => box.id === opens.stockItemId)
    if (!opening) return [{ path: `${path}.opens.stockItemId`, message: 'unknown' }]
    const { box, unitItemId } = opening
    if (box.units < 2 || unitItemId === box.id)
      return [{ path: `${path}.opens.stockItemId`, message: 'not a box of several units' }]
    const isOwn =
      unitItemId === stockItemId &&
      stockItems.every(({ id, productId }) => id !== unitItemId || productId === box.productId)
    return isOwn ? [] : [{ path: `${path}.stockItemId`, message: 'not the units of this box' }]
  })
}

/** Opens the boxes of an accepted sale, before the sale takes the units. */
export async function openBoxes(
  tx: Tx,
  { cashStep, openings, lastRev }: Shop,
  { pharmacyId, ...sale }: { pharmacyId: string; saleId: string; userId: string; at: string; occurredAt: string },
): Promise<void> {
  await openLots(tx, pharmacyId, openings, { ...sale, cashStep, rev: lastRev + 1 })
}
