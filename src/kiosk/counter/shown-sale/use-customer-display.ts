import { useStore } from 'jotai'
import { useEffect } from 'react'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { displayAtom, showOnDisplayAtom } from '#shared/store/sales/display-atoms.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'

type Store = ReturnType<typeof useStore>

/**
 * The customer's screen shows the sale of the counter that was touched last: told at each change, written once. An empty sale shows nothing yet: what
 * ended before keeps its change in sight until this one begins, while a sale that merely waits belongs to somebody else.
 */
export function useCustomerDisplay(sale: LocalSale | null): void {
  const store = useStore()
  const [id, version] = [sale?.id, sale?.version]
  const hasLines = sale !== null && sale.records.length + sale.vouchers.length > 0
  useEffect(() => {
    if (id === undefined) return
    const tell = async () => {
      if (hasLines) await store.set(showOnDisplayAtom, id)
      else if (isAnothersWaiting(store, id)) await store.set(showOnDisplayAtom, null)
    }
    // A full disk: the customer's screen may lag, the sale does not.
    const tryToTell = () => void tell().catch(() => undefined)
    tryToTell()
    window.addEventListener('focus', tryToTell)
    return () => window.removeEventListener('focus', tryToTell)
  }, [store, id, version, hasLines])
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
