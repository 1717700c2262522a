import { atom } from 'jotai'
import { openedSales, sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { Display } from '#shared/store/sales/sales-rows.ts'

/** What the customer's screen shows, in every window of this terminal; null: nothing is being sold. */
export const displayAtom = atom((get): Display | null => get(snapshotAtom).display)

/** Shows a sale to the customer (null: none any more). The counter that was touched last speaks; the same sale again writes nothing. */
export const showOnDisplayAtom = atom(null, async (get, _set, saleId: string | null): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  if ((get(displayAtom)?.saleId ?? null) === saleId) return
  const display = saleId === null ? null : { saleId, at: Date.now() }
  await shared.store.showOnDisplay(display)
  shared.written()
})
