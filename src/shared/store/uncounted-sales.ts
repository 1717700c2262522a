import { atom } from 'jotai'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { acknowledgedTodayAtom, localSalesAtom } from '#shared/store/sale-atoms.ts'
import { listStateAtom } from '#shared/store/product-list-atoms.ts'

/** Ended sales whose boxes the list still counts: not sent yet, refused, or taken by the server after the hour of the list. */
export const uncountedSalesAtom = atom((get): readonly Pick<LocalSale, 'records'>[] => {
  const syncedAt = get(listStateAtom).syncedAt ?? 0
  const ended = get(localSalesAtom).filter(({ status }) => status === 'SUBMITTING' || status === 'ERROR')
  const later = get(acknowledgedTodayAtom).filter(({ acknowledgedAt }) => acknowledgedAt > syncedAt)
  return [...ended, ...later.map(({ sale }) => sale)]
})

/** The boxes of those sales, by lot. */
export const uncountedBoxesAtom = atom((get): ReadonlyMap<string, number> => {
  const boxes = new Map<string, number>()
  for (const { stockItemId, quantity } of get(uncountedSalesAtom).flatMap(({ records }) => records)) {
    boxes.set(stockItemId, (boxes.get(stockItemId) ?? 0) + quantity)
  }
  return boxes
})
