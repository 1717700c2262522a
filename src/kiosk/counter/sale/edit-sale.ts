import { replaceEqualDeep } from '@tanstack/query-core'
import { atom } from 'jotai'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { settleSale } from '#shared/domain/settle-sale.ts'
import { changeSaleAtom, localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales/sales-store.ts'
import { settlementFactsAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { leftForSaleAtom } from './left-for-sale.ts'
import { findStockItemsAtom } from './stock-item-places.ts'
import { withOpenedBoxes } from './unit-sale.ts'

/** One gesture on a sale: a transition of the domain. */
export type SaleEdit = (sale: LocalSale) => LocalSale

const lastEditAtom = atom<Promise<unknown>>(Promise.resolve())

/**
 * Gestures of this window on its sales, one after the other: two quick scans become two writings, each on what the one before left.
 * After each of them the boxes to open follow the units asked for, and the payments are in step again with what is sold, to whom (`settleSale`).
 * This window holds the sale's lock, so a conflict can only be with itself (the atom lags behind the disk): the gesture is done again on what stands.
 */
export const editSaleAtom = atom(null, (get, set, saleId: string, edit: SaleEdit): Promise<LocalSale | undefined> => {
  const settled: SaleEdit = (stored) => {
    const edited = withOpenedBoxes(edit(stored), {
      find: get(findStockItemsAtom),
      leftOf: get(leftForSaleAtom)(saleId),
    })
    return settleSale(edited, get(settlementFactsAtom)(edited, new Date()))
  }
  const write = async (): Promise<LocalSale | undefined> => {
    const shown = get(localSalesAtom).find((sale) => sale.id === saleId)
    if (!shown) return undefined
    // What the gesture did not touch stays the object that it was, wherever it is compared from here on.
    const next = replaceEqualDeep(shown, settled(shown))
    // A gesture that changes nothing is not written: whoever ends the sale waits for one writing less.
    if (replaceEqualDeep(shown, { ...next, version: shown.version }) === shown) return shown
    try {
      return (await set(changeSaleAtom, shown, () => next)) ?? undefined
    } catch (error) {
      if (!(error instanceof SaleConflict) || error.current?.status !== 'ONGOING') throw error
      return (await set(changeSaleAtom, error.current, settled)) ?? undefined
    }
  }
  const mine = get(lastEditAtom).then(write, write)
  set(lastEditAtom, mine)
  return mine
})

/** Waits for the gestures under way: what is ended must be what was typed. */
export const settledEditsAtom = atom(null, async (get) => {
  await get(lastEditAtom).catch(() => undefined)
})
