import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { stockChanges } from '#shared/domain/stock.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { listStateAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import type { AcknowledgedSale } from '#shared/store/sales/sales-rows.ts'

type Uncounted = Pick<LocalSale, 'records' | 'payments' | 'patient' | 'createdAt'>

/** Ended sales that a list of that hour (milliseconds of the clock; null: never loaded) does not count: not sent yet, refused, or taken by the server later. */
export function uncountedSince(
  syncedAt: number | null,
  sales: readonly LocalSale[],
  acknowledged: readonly AcknowledgedSale[],
): readonly Uncounted[] {
  const ended = sales.filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR')
  const later = acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt > (syncedAt ?? 0))
  return [...ended, ...later.map(({ sale }) => sale)]
}

/** Ended sales of this terminal; the same object while only open ones change: whatever is counted from it is not counted again at every key. */
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

/** Ended sales whose boxes the list still counts. */
export const uncountedSalesAtom = atom((get): readonly Pick<LocalSale, 'records'>[] => {
  const { sales, acknowledged } = get(endedSalesAtom)
  return uncountedSince(get(listStateAtom).syncedAt, sales, acknowledged)
})

/**
 * What those sales change on the shelf, by stock item, beyond what the list says. A new version of a sale does not give back what the old one
 * took until the server has it: the shelf shows less for a moment, never more than there is.
 */
export const uncountedChangesAtom = atom((get): ReadonlyMap<string, number> => {
  const records = get(uncountedSalesAtom).flatMap((sale) => sale.records)
  const opened = new Set(records.flatMap(({ opens }) => opens?.stockItemId ?? []))
  // Boxes are seldom opened: the list is not gone through for nothing.
  const units = opened.size > 0 ? unitsOfItems(get(productsAtom), opened) : new Map<string, number>()
  return stockChanges(records, (id) => units.get(id) ?? 1)
})

/** What those sales took, by stock item; units out of boxes that they opened count below zero. */
export const uncountedBoxesAtom = atom(
  (get): ReadonlyMap<string, number> => new Map([...get(uncountedChangesAtom)].map(([id, change]) => [id, -change])),
)

function unitsOfItems(
  products: ReadonlyMap<string, PharmacyProduct>,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const { stockItems } of products.values()) {
    // A list that an earlier version wrote does not know how many.
    for (const item of stockItems) if (ids.has(item.id)) units.set(item.id, (item as Partial<StockItem>).units ?? 1)
  }
  return units
}
