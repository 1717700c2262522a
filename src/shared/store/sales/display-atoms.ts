import { atom } from 'jotai'
import { openedSales, sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { Display } from '#shared/store/sales/sales-rows.ts'

/** What the customer display shows, in all windows of this terminal; null: no sale. */
export const displayAtom = atom((get): Display | null => get(snapshotAtom).display)

/**
 * Shows a sale on the customer display (null: none). The last call wins, whichever window makes it. Repeating the same
 * sale writes nothing.
 */
export const showOnDisplayAtom = atom(null, async (get, _set, saleId: string | null): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  if ((get(displayAtom)?.saleId ?? null) === saleId) return
  const display = saleId === null ? null : { saleId, at: Date.now() }
  await shared.store.showOnDisplay(display)
  shared.written()
})
