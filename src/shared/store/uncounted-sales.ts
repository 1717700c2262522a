import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { acknowledgedTodayAtom, localSalesAtom, snapshotAtom } from '#shared/store/sale-atoms.ts'
import { listStateAtom } from '#shared/store/product-list-atoms.ts'
import type { AcknowledgedSale } from '#shared/store/sales-database.ts'

type Uncounted = Pick<LocalSale, 'records' | 'payments' | 'patient' | 'createdAt'>

/** Ended sales that a list of that hour (milliseconds of the clock; null: never loaded) does not count: not sent yet, refused, or taken by the server later. */
export function uncountedSince(syncedAt: number | null, sales: readonly LocalSale[], acknowledged: readonly AcknowledgedSale[]): readonly Uncounted[] {
  const ended = sales.filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR')
  const later = acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt > (syncedAt ?? 0))
  return [...ended, ...later.map(({ sale }) => sale)]
}

/** Ended sales of this terminal; the same object while only open ones change: whatever is counted from it is not counted again at every key. */
export const endedSalesAtom = selectAtom(
  snapshotAtom,
  ({ sales, acknowledged }) => ({ sales: sales.filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR'), acknowledged }),
  (one, other) => isSame(one.sales, other.sales) && isSame(one.acknowledged, other.acknowledged),
)

function isSame(these: readonly unknown[], those: readonly unknown[]): boolean {
  return these.length === those.length && these.every((each, place) => each === those[place])
}

/** Ended sales whose boxes the list still counts. */
export const uncountedSalesAtom = atom((get): readonly Pick<LocalSale, 'records'>[] => uncountedSince(get(listStateAtom).syncedAt, get(localSalesAtom), get(acknowledgedTodayAtom)))

/** The boxes of those sales, by lot. */
export const uncountedBoxesAtom = atom((get): ReadonlyMap<string, number> => {
  const boxes = new Map<string, number>()
  for (const { stockItemId, quantity } of get(uncountedSalesAtom).flatMap(({ records }) => records)) {
    boxes.set(stockItemId, (boxes.get(stockItemId) ?? 0) + quantity)
  }
  return boxes
})
