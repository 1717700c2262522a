import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { movedByStockAct } from '#shared/domain/stock-acts.ts'
import { stockChanges } from '#shared/domain/stock.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { listStateAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { uncountedActsAtom } from '#shared/store/stock-acts/uncounted-acts.ts'
import type { AcknowledgedSale } from '#shared/store/sales/sales-rows.ts'

type Uncounted = Pick<LocalSale, 'records' | 'payments' | 'patient' | 'createdAt'>

/**
 * Ended sales that a list of moment `syncedAt` (ms; null: never loaded) does not contain: not sent yet, refused, or
 * accepted by the server later.
 */
export function uncountedSince(
  syncedAt: number | null,
  sales: readonly LocalSale[],
  acknowledged: readonly AcknowledgedSale[],
): readonly Uncounted[] {
  const ended = sales.filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR')
  const later = acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt > (syncedAt ?? 0))
  return [...ended, ...later.map(({ sale }) => sale)]
}

/**
 * Ended sales of this terminal. Keeps the same object while only open sales change, so that dependent atoms are not
 * recomputed on each key press.
 */
export const endedSalesAtom = selectAtom(
  snapshotAtom,
  ({ sales, acknowledged }) => ({
    sales: sales.filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR'),
    acknowledged,
  }),
  (one, other) => isSame(one.sales, other.sales) && isSame(one.acknowledged, other.acknowledged),
)

function isSame(these: readonly unknown[], those: readonly unknown[]): boolean {
  return these.length === those.length && these.every((each, place) => each === those[place])
}

/** Ended sales whose boxes the product list still counts as stock. */
export const uncountedSalesAtom = atom((get): readonly Pick<LocalSale, 'records'>[] => {
  const { sales, acknowledged } = get(endedSalesAtom)
  return uncountedSince(get(listStateAtom).syncedAt, sales, acknowledged)
})

/**
 * Stock changes of those sales and of this terminal's acts on lots, by stock item, to add to the list. A new version of a sale does not return what the old
 * version took until the server has it: the displayed stock is temporarily too low, never too high.
 */
export const uncountedChangesAtom = atom((get): ReadonlyMap<string, number> => {
  const records = get(uncountedSalesAtom).flatMap((sale) => sale.records)
  const acts = get(uncountedActsAtom)
  const opened = new Set([
    ...records.flatMap(({ opens }) => opens?.stockItemId ?? []),
    ...acts.flatMap(({ act, stockItemId }) => (act === 'unpack' ? [stockItemId] : [])),
  ])
  // Boxes are rarely opened; this avoids a pass over the list.
  const units = opened.size > 0 ? unitsOfItems(get(productsAtom), opened) : new Map<string, number>()
  const unitsOf = (id: string) => units.get(id) ?? 1
  const changes = new Map(stockChanges(records, unitsOf))
  for (const act of acts)
    for (const { stockItemId, quantity } of movedByStockAct(act, { units: unitsOf(act.stockItemId) }))
      changes.set(stockItemId, (changes.get(stockItemId) ?? 0) + quantity)
  return changes
})

/** Units taken by those sales and acts, by stock item; negative for units gained from boxes that they opened. */
export const uncountedBoxesAtom = atom(
  (get): ReadonlyMap<string, number> => new Map([...get(uncountedChangesAtom)].map(([id, change]) => [id, -change])),
)

function unitsOfItems(
  products: ReadonlyMap<string, PharmacyProduct>,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const { stockItems } of products.values()) {
    // A list written by an earlier version has no `units`.
    for (const item of stockItems) if (ids.has(item.id)) units.set(item.id, (item as Partial<StockItem>).units ?? 1)
  }
  return units
}
