import { replaceEqualDeep } from '@tanstack/query-core'
import { atom } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { settleSale } from '#shared/domain/settle-sale.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales/sales-store.ts'
import { settlementFactsAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { leftForSaleAtom } from './left-for-sale.ts'
import { findStockItemsAtom } from './stock-item-places.ts'
import { withOpenedBoxes } from './unit-sale.ts'

/** One edit of a sale: a transition of the domain. */
export type SaleEdit = (sale: LocalSale) => LocalSale

const lastEditAtom = atom<Promise<unknown>>(Promise.resolve())

/**
 * Runs the edits of this window one after the other: two quick scans become two writes, each based on the result of the
 * one before. Each edit also derives the boxes to open and the payments again (`settleSale`). This window holds the
 * sale's lock, so a conflict only means that the atom is older than the disk: the edit is then applied to the stored
 * sale.
 */
export const editSaleAtom = atom(null, (get, set, saleId: string, edit: SaleEdit): Promise<LocalSale | undefined> => {
  const settled: SaleEdit = (stored) => {
    const edited = withOpenedBoxes(edit(stored), {
      find: get(findStockItemsAtom),
      leftOf: get(leftForSaleAtom)(saleId),
    })
    return settleSale(edited, get(settlementFactsAtom)(edited, pharmacyNow()))
  }
  const write = async (): Promise<LocalSale | undefined> => {
    const shown = get(localSalesAtom).find((sale) => sale.id === saleId)
    if (!shown) return undefined
    // Keep the identity of unchanged objects, so that later comparisons by reference stay cheap.
    const next = replaceEqualDeep(shown, settled(shown))
    // Skip the write if nothing changed: closing the sale waits for all writes.
    if (replaceEqualDeep(shown, { ...next, editCount: shown.editCount }) === shown) return shown
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

/** Waits for the edits under way, so that closing a sale includes what was typed last. */
export const settledEditsAtom = atom(null, async (get) => {
  await get(lastEditAtom).catch(() => undefined)
})
