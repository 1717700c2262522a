import { atom } from 'jotai'
import { acknowledgedTodayAtom, localSalesAtom } from '#shared/store/sale-atoms.ts'
import { listStateAtom } from '#shared/store/product-list-atoms.ts'

/** Boxes of each lot that the list still counts although this terminal sold them: not sent yet, refused, or taken by the server after the hour of the list. */
export const uncountedBoxesAtom = atom((get): ReadonlyMap<string, number> => {
  const syncedAt = get(listStateAtom).syncedAt ?? 0
  const ended = get(localSalesAtom).filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR')
  const later = get(acknowledgedTodayAtom).filter(({ acknowledgedAt }) => acknowledgedAt > syncedAt)
  const boxes = new Map<string, number>()
  for (const { stockItemId, quantity } of [...ended, ...later.map(({ sale }) => sale)].flatMap(({ records }) => records)) {
    boxes.set(stockItemId, (boxes.get(stockItemId) ?? 0) + quantity)
  }
  return boxes
})
