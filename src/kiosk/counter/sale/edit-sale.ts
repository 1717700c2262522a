import { replaceEqualDeep } from '@tanstack/query-core'
import { atom } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { settleSale } from '#shared/domain/settle-sale.ts'
import { isDiskFull } from '#shared/session/write-failure-words.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales/sales-store.ts'
import { settlementFactsAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { leftForSaleAtom } from './left-for-sale.ts'
import { findStockItemsAtom } from './stock-item-places.ts'
import { withOpenedBoxes } from './unit-sale.ts'

/** One edit of a sale: a transition of the domain. */
export type SaleEdit = (sale: LocalSale) => LocalSale

/**
 * `typed`: held until there is room, if the disk is full. `asked`: whoever asked is told of a failure, and asks again.
 * `derived`: nobody made it; what a full disk refused stays aside, so that the screen shows what the disk has.
 */
type EditKind = 'typed' | 'asked' | 'derived'

/**
 * Edits that a full disk refused, by sale: each later edit of the sale brings them along, so that nothing has to be
 * typed again.
 */
export const heldEditsAtom = atom<ReadonlyMap<string, readonly SaleEdit[]>>(new Map())

const lastEditAtom = atom<Promise<unknown>>(Promise.resolve())

/**
 * Runs the edits of this window one after the other: two quick scans become two writes, each based on the result of the
 * one before. Each edit also derives the boxes to open and the payments again (`settleSale`). This window holds the
 * sale's lock, so a conflict only means that the atom is older than the disk: the edit is then applied to the stored
 * sale.
 */
export const editSaleAtom = atom(
  null,
  (get, set, saleId: string, edit: SaleEdit, kind: EditKind = 'asked'): Promise<LocalSale | undefined> => {
    const heldBefore = () => (kind === 'derived' ? [] : (get(heldEditsAtom).get(saleId) ?? []))
    const hold = (edits: readonly SaleEdit[]) => {
      const others = [...get(heldEditsAtom)].filter(([id]) => id !== saleId)
      set(heldEditsAtom, new Map(edits.length > 0 ? [...others, [saleId, edits]] : others))
    }
    const settled: SaleEdit = (stored) => {
      const edited = withOpenedBoxes(edit(heldBefore().reduce(ifPossible, stored)), {
        find: get(findStockItemsAtom),
        leftOf: get(leftForSaleAtom)(saleId),
      })
      return settleSale(edited, get(settlementFactsAtom)(edited, pharmacyNow()))
    }
    const writeOnce = async (): Promise<LocalSale | undefined> => {
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
    const write = async (): Promise<LocalSale | undefined> => {
      const held = heldBefore()
      try {
        const written = await writeOnce()
        if (held.length > 0) hold([])
        return written
      } catch (error) {
        if (kind === 'typed' && isDiskFull(error)) hold([...held, edit])
        throw error
      }
    }
    const mine = get(lastEditAtom).then(write, write)
    set(lastEditAtom, mine)
    return mine
  },
)

/** A held edit that the sale of now no longer permits is left out. */
function ifPossible(sale: LocalSale, edit: SaleEdit): LocalSale {
  try {
    return edit(sale)
  } catch {
    return sale
  }
}

/** Waits for the edits under way, so that closing a sale includes what was typed last. */
export const settledEditsAtom = atom(null, async (get) => {
  await get(lastEditAtom).catch(() => undefined)
})
