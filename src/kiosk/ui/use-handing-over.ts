import { useSetAtom, useStore } from 'jotai'
import { settledEditsAtom } from '#kiosk/ui/edit-sale.ts'
import { useAsking } from '#kiosk/ui/use-asking.ts'
import { parkSaleAtom } from '#shared/store/parked-atoms.ts'
import { localSalesAtom } from '#shared/store/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales-store.ts'

/** A box scanned while it is on its way goes too: it is put there again with it, this often. */
const mostAttempts = 3

export type Parking = ReturnType<typeof useParking>

/** Puts the sale of this counter at the disposal of the other terminals; touched twice it is put there once. */
export function useParking(saleId: string, onParked: () => void) {
  const store = useStore()
  const settle = useSetAtom(settledEditsAtom)
  const parkSale = useSetAtom(parkSaleAtom)
  const asking = useAsking()
  const put = async (attempt = 1): Promise<boolean> => {
    await settle()
    const sale = store.get(localSalesAtom).find(({ id }) => id === saleId)
    // Ended or left meanwhile: nothing is here to be put anywhere.
    if (!sale) return false
    try {
      await parkSale(sale)
      return true
    } catch (error) {
      if (!(error instanceof SaleConflict) || attempt === mostAttempts) throw error
      return put(attempt + 1)
    }
  }
  return {
    ...asking,
    async park(): Promise<void> {
      if (await asking.ask(() => put())) onParked()
    },
  }
}
