import { caps } from '#shared/domain/caps.ts'
import type { ErrorMessage } from '#shared/domain/errors.ts'
import { type CorrectionReason, type LotCorrection, samePrint } from '#shared/domain/lot-corrections.ts'
import type { Printed } from '#shared/domain/lot-tracing.ts'
import { isBlockedLot, type LotBlock } from '#shared/domain/recalled-lots.ts'
import { lotMovementsOfOpenings, type LotMovement } from '#shared/domain/stock-movements.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

/**
 * An act on one lot, other than a sale. `change` of an adjustment is a difference, never the counted quantity: sales of
 * other tills since the count stay counted.
 */
export type StockAct =
  | { act: 'adjust'; stockItemId: string; change: number; reason: string; note: string | null }
  | { act: 'unpack'; stockItemId: string; boxes: number }
  | { act: 'quarantine'; stockItemId: string; note: string | null }
  | { act: 'release'; stockItemId: string; note: string | null }
  | { act: 'move'; stockItemId: string; storageId: string | null; whole: boolean }
  | ({ act: 'correct'; reason: CorrectionReason; note: string | null } & LotCorrection)

/** The facts of a lot that decide whether an act on it is allowed. `units`: units per package. */
export type ActedLot = Printed & { quantity: number; units: number; archived: boolean; blocked: LotBlock | null }

/** A field of the act that is not acceptable, or a message of the catalogue. */
export type ActRefusal =
  | { field: string; issue: string }
  | { message: Extract<ErrorMessage, `stocks:${string}`>; details: { asked?: number; quantity?: number } }

/** Whether the box of a lot can be opened: it has several units. */
export function isUnpackable({ units }: Pick<ActedLot, 'units'>): boolean {
  return units > 1
}

/**
 * Why an act is not allowed on this lot; null when it is. Opening never makes a lot negative: a box that another till
 * has opened cannot be opened again.
 */
export function refusalOfStockAct(act: StockAct, lot: ActedLot): ActRefusal | null {
  switch (act.act) {
    case 'adjust':
      if (act.reason === 'other' && act.note === null) return { field: 'note', issue: 'needed for another reason' }
      return Math.abs(lot.quantity + act.change) > caps.stock
        ? { field: 'change', issue: `stock beyond ${caps.stock}` }
        : null
    case 'unpack':
      if (!isUnpackable(lot)) return { field: 'stockItemId', issue: 'not a box of several units' }
      if (lot.archived) return { field: 'stockItemId', issue: 'archived' }
      if (isBlockedLot(lot)) return { message: 'stocks:blockedLot', details: {} }
      return act.boxes > lot.quantity
        ? { message: 'stocks:beyondStock', details: { asked: act.boxes, quantity: lot.quantity } }
        : null
    case 'quarantine':
      return null
    case 'release':
      return lot.blocked === 'recall' ? { message: 'stocks:recalledLot', details: {} } : null
    case 'move':
      return lot.archived ? { field: 'stockItemId', issue: 'archived' } : null
    case 'correct':
      if (lot.archived) return { field: 'stockItemId', issue: 'archived' }
      if (act.reason === 'other' && act.note === null) return { field: 'note', issue: 'needed for another reason' }
      return samePrint(act.from, lot) || samePrint(act, lot) ? null : { message: 'stocks:lotChanged', details: {} }
  }
}

/** The movements of an act: one for an adjustment, a balanced pair for an opening, none for the others. */
export function movedByStockAct(act: StockAct, { units }: Pick<ActedLot, 'units'>): LotMovement[] {
  switch (act.act) {
    case 'adjust':
      return [{ stockItemId: act.stockItemId, cause: 'adjustment', quantity: act.change }]
    case 'unpack':
      return lotMovementsOfOpenings([{ stockItemId: act.stockItemId, boxes: act.boxes, units }])
    case 'quarantine':
    case 'release':
    case 'move':
    case 'correct':
      return []
  }
}

/** These lots after the acts on them: a block covers a lot of boxes and its loose units. The same array if none changes. */
export function withBlocks<Item extends { id: string; blocked: LotBlock | null }>(
  items: readonly Item[],
  acts: readonly StockAct[],
): readonly Item[] {
  const after = items.map((item) => {
    const own = acts.filter(({ stockItemId }) => stockItemId === item.id || unitItemIdOf(stockItemId) === item.id)
    const blocked = own.length > 0 ? blockAfter(item.blocked ?? null, own) : item.blocked
    return blocked === item.blocked ? item : { ...item, blocked }
  })
  return after.some((item, place) => item !== items[place]) ? after : items
}

/**
 * The block of a lot after acts on it, oldest first. A quarantine does not hide a recall, and only the end of the
 * recall releases it.
 */
export function blockAfter(blocked: LotBlock | null, acts: readonly StockAct[]): LotBlock | null {
  return acts.reduce<LotBlock | null>((block, { act }) => {
    if (block === 'recall') return block
    if (act === 'quarantine') return 'quarantine'
    return act === 'release' ? null : block
  }, blocked)
}
