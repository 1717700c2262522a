import { useSetAtom, useStore } from 'jotai'
import { settledEditsAtom } from '#kiosk/counter/sale/edit-sale.ts'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { SaleConflict } from '#shared/store/sales/sales-store.ts'

/**
 * An edit during the hand-over (a scanned box) causes a conflict: the hand-over is then tried again with the new
 * version, at most this often.
 */
const mostAttempts = 3

export type HandingOver = ReturnType<typeof useHandingOver>

/** Hands the sale of this counter over to others, including the last edits. A second touch does nothing. */
export function useHandingOver(
  saleId: string,
  hand: (sale: LocalSale) => Promise<void>,
  onGone: (sale: LocalSale) => void,
) {
  const store = useStore()
  const settle = useSetAtom(settledEditsAtom)
  const asking = useAsking()
  const give = async (attempt = 1): Promise<LocalSale | undefined> => {
    await settle()
    const sale = store.get(localSalesAtom).find(({ id }) => id === saleId)
    // The sale was ended or left meanwhile: nothing to hand over.
    if (!sale) return undefined
    try {
      await hand(sale)
      return sale
    } catch (error) {
      if (!(error instanceof SaleConflict) || attempt === mostAttempts) throw error
      return give(attempt + 1)
    }
  }
  return {
    ...asking,
    async handOver(): Promise<void> {
      const gone = await asking.ask(() => give())
      if (gone) onGone(gone)
    },
  }
}
