import type { createStore } from 'jotai'
import { call } from '#shared/client/call.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { Tokens } from '#shared/session/token.ts'
import { sessionAtom } from '#shared/store/identity-atoms.ts'
import { keepListFresh, type ListRefresh } from '#shared/store/list-refresh.ts'
import { openListStore } from '#shared/store/list-store.ts'
import { startOutbox } from '#shared/store/outbox.ts'
import { projectProducts } from '#shared/store/product-list-atoms.ts'
import { reconcile } from '#shared/store/reconcile.ts'
import { keptAfterAcknowledgementMs, projectSales } from '#shared/store/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales-store.ts'
import type { Bus } from '#shared/windows/bus.ts'
import type { ServerHint } from '#shared/windows/server-hints.ts'

type Store = ReturnType<typeof createStore>

/** Hints come in bursts, one per sale: a refresh soon after is soon enough. */
const hintWaitMs = 500
/** After an outage all tills of all shops come back in the same second. */
const returnWaitMs = 5_000

/** What a window has open of one pharmacy: its sales with their outbox, and its lists. */
export type PharmacyRoom = ReturnType<typeof openPharmacy>

export function openPharmacy(store: Store, bus: Bus, tokens: Tokens, pharmacyId: string) {
  const salesStore = openSalesStore(pharmacyId)
  const listStore = openListStore(pharmacyId)
  const sales = projectSales(store, bus, salesStore, () => void outbox.drain())
  const products = projectProducts(store, bus, listStore)
  const outbox = startOutbox(salesStore, (row) => tokens.forRow(row), sales.shared.written)
  let freshness: ListRefresh | null = null

  const reconcileSales = async () => {
    if ((await reconcile(salesStore)) === 0) return
    await sales.shared.written()
    void outbox.drain()
  }
  // An unlock online learns which register the user has open; offline the terminal's own goes on.
  const adoptRegister = async () => {
    const session = store.get(sessionAtom)
    if (!session || session.isOffline) return
    const { cashRegister } = await call(cashRegisters.current, { query: { userId: session.userId } })
    if (cashRegister) await salesStore.adoptRegister({ userId: session.userId, id: cashRegister.id, openedAt: cashRegister.openedAt })
  }
  let lastSessionId: string | undefined
  const onSession = () => {
    const id = store.get(sessionAtom)?.id
    if (id === lastSessionId) return
    lastSessionId = id
    void adoptRegister().catch(() => undefined)
  }
  const unsubscribe = store.sub(sessionAtom, onSession)
  onSession()
  void salesStore.forgetAcknowledgedBefore(Date.now() - keptAfterAcknowledgementMs)

  return {
    /** The leading window keeps the lists fresh for all. */
    setLeading(isLeading: boolean) {
      if (isLeading === (freshness !== null)) return
      freshness?.stop()
      freshness = isLeading ? keepListFresh('pharmacy-products', listStore, () => products.written()) : null
    },
    onHint(hint: ServerHint) {
      if (hint === 'pharmacy-products') freshness?.refreshWithin(hintWaitMs)
      if (hint !== 'all') return
      freshness?.refreshWithin(returnWaitMs)
      void outbox.drainAll()
      // The server may have come back from a backup: does it still have what it took?
      void reconcileSales().catch(() => undefined)
    },
    onOnline() {
      void outbox.drainAll()
      freshness?.refreshWithin(returnWaitMs)
    },
    async refresh() {
      await sales.refresh()
      await products.refresh()
      void outbox.drain()
    },
    close() {
      unsubscribe()
      freshness?.stop()
      outbox.stop()
      sales.stop()
      products.stop()
      salesStore.close()
      listStore.close()
    },
  }
}
