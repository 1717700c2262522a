import { atom, useSetAtom, useStore } from 'jotai'
import { editSaleAtom } from '#kiosk/counter/sale/edit-sale.ts'
import type { LocalSale, SalePatient } from '#shared/domain/local-sale.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { openSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { holdSale } from '#shared/windows/locks.ts'
import { lastShownSaleIdAtom, useNextSale } from './use-shown-sale.ts'

/** The sale that a patient chosen in this window is for. Undefined: a new one. */
export const saleInHandAtom = atom((get): LocalSale | undefined => {
  const lastShownId = get(lastShownSaleIdAtom)
  return get(openSalesAtom).find(({ id, status }) => id === lastShownId && status === 'ONGOING')
})

/**
 * Sets the patient on the sale in hand, or on a new sale if there is none or another window shows it. Returns the id of
 * that sale.
 */
export function useSellTo(): (patient: SalePatient) => Promise<string> {
  const store = useStore()
  const next = useNextSale()
  const edit = useSetAtom(editSaleAtom)
  const putOn = async (saleId: string, patient: SalePatient): Promise<boolean> => {
    const release = await holdSale(saleId)
    if (!release) return false
    try {
      return (await edit(saleId, (stored) => setPatient(stored, patient))) !== undefined
    } finally {
      release()
    }
  }
  return async (patient) => {
    const inHand = store.get(saleInHandAtom)?.id
    if (inHand !== undefined && (await putOn(inHand, patient))) return inHand
    const fresh = await next({ isFresh: true })
    await edit(fresh, (stored) => setPatient(stored, patient))
    return fresh
  }
}
