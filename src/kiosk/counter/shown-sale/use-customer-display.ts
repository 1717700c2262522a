import { useStore } from 'jotai'
import { useEffect } from 'react'
import { lastEndedAtom } from '#kiosk/counter/sale/just-ended.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { displayAtom, showOnDisplayAtom } from '#shared/store/sales/display-atoms.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'

type Store = ReturnType<typeof useStore>

/**
 * Shows the sale of the counter that was used last on the customer's screen, and writes only changes. An empty sale
 * does not replace the sale that ended just before it: its change stays visible until the next one has lines. On any
 * other tab an empty sale does, and it replaces a sale that only waits: both belong to another customer.
 */
export function useCustomerDisplay(sale: LocalSale | null): void {
  const store = useStore()
  const [id, editCount] = [sale?.id, sale?.editCount]
  const hasLines = sale !== null && sale.records.length + sale.vouchers.length > 0
  useEffect(() => {
    if (id === undefined) return
    const tell = async () => {
      if (hasLines) await store.set(showOnDisplayAtom, id)
      else if (isAnothersWaiting(store, id) || isEndedBeforeAnother(store, id)) await store.set(showOnDisplayAtom, null)
    }
    // If the disk is full, the customer's screen may be late. The sale is not blocked.
    const tryToTell = () => void tell().catch(() => undefined)
    tryToTell()
    window.addEventListener('focus', tryToTell)
    return () => window.removeEventListener('focus', tryToTell)
  }, [store, id, editCount, hasLines])
}

function isAnothersWaiting(store: Store, id: string): boolean {
  const shown = store.get(displayAtom)?.saleId
  return (
    shown !== undefined &&
    shown !== id &&
    store
      .get(localSalesAtom)
      .some((sale) => sale.id === shown && (sale.status === 'ONGOING' || sale.status === 'LOCAL'))
  )
}

/** The display shows a sale that ended in this window, and its change belongs to another tab than this one. */
function isEndedBeforeAnother(store: Store, id: string): boolean {
  const last = store.get(lastEndedAtom)
  return last !== null && store.get(displayAtom)?.saleId === last.sale.id && last.shownOn !== id
}
