import { atom } from 'jotai'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash } from '#shared/domain/sale-lines.ts'
import { changeSaleAtom, localSalesAtom } from '#shared/store/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales-store.ts'

/** One gesture on a sale: a transition of the domain. */
export type SaleEdit = (sale: LocalSale) => LocalSale

const lastEditAtom = atom<Promise<unknown>>(Promise.resolve())

/**
 * Gestures of this window on its sales, one after the other: two quick scans become two writings, each on what the one before left.
 * This window holds the sale's lock, so a conflict can only be with itself (the atom lags behind the disk): the gesture is done again on what stands.
 */
export const editSaleAtom = atom(null, (get, set, saleId: string, edit: SaleEdit): Promise<LocalSale | undefined> => {
  const write = async (): Promise<LocalSale | undefined> => {
    const shown = get(localSalesAtom).find((sale) => sale.id === saleId)
    if (!shown) return undefined
    try {
      return (await set(changeSaleAtom, shown, edit)) ?? undefined
    } catch (error) {
      if (!(error instanceof SaleConflict) || error.current?.status !== 'ONGOING') throw error
      return (await set(changeSaleAtom, error.current, edit)) ?? undefined
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

/** Cash follows the ticket: what was handed over stays, and what it settles is worked out again. */
export function withCash(edit: SaleEdit, cashStep: number): SaleEdit {
  return (sale) => {
    const edited = edit(sale)
    const cash = edited.payments.find((payment) => payment.type === 'CASH')
    return cash ? payCash(edited, { id: cash.id, tendered: cash.tendered }, cashStep) : edited
  }
}
