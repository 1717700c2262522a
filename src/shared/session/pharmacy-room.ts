import type { createStore } from 'jotai'
import { followRegister } from '#shared/session/follow-register.ts'
import type { Tokens } from '#shared/session/token.ts'
import { hearDisk } from '#shared/store/disk/disk-reports.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { listNames } from '#shared/store/lists/list-meta.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { salesPrefix } from '#shared/store/disk/other-pharmacies.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { retryUntilDone } from '#shared/store/tools/retry-until-done.ts'
import { reconcile } from '#shared/store/outbox/reconcile.ts'
import { keptAfterAcknowledgementMs, projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { sendAllAtom, sendingAtom } from '#shared/store/outbox/sending-atoms.ts'
import { shareLists } from '#shared/store/lists/shared-lists.ts'
import type { Bus } from '#shared/windows/bus.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'
import type { ServerHint } from '#shared/windows/server-hints.ts'

type Store = ReturnType<typeof createStore>

/** After an outage all tills of all shops come back in the same second. What is overdue (300 s) the round finds sooner; what waits to be sent does not wait for this. */
const returnWaitMs = 30_000

/** When the counter stands: until then nobody gains by it. */
const tidyWaitMs = 3_000
/** A till that is never reloaded must not fill its disk. */
const tidyEveryMs = 3_600_000

/** What a window has open of one pharmacy: its sales with their outbox, and its lists. */
export type PharmacyRoom = ReturnType<typeof openPharmacy>

export function openPharmacy(store: Store, bus: Bus, tokens: Tokens, pharmacyId: string) {
  const salesStore = openSalesStore(pharmacyId)
  const listStore = openListStore(pharmacyId)
  const sales = projectSales(store, bus, salesStore, () => void outbox.drain())
  const lists = shareLists(store, bus, listStore)
  const outbox = startOutbox(
    salesStore,
    (row) => tokens.forRow(row),
    sales.shared.written,
    (rowIds) => store.set(sendingAtom, rowIds),
  )

  const cameBack = () => {
    sales.shared.written()
    void outbox.drain()
  }
  const reconcileSales = async () => {
    // What it found before it failed came back as well.
    const lost = await reconcile(salesStore, await lists.epoch()).finally(cameBack)
    if (lost === 0) return 0
    // They may have been asked for before the server knew that it had lost something.
    lists.refreshWithin(returnWaitMs)
    return lost
  }
  // A server from a backup that does not answer this stays without its sales: nobody else asks before the next reconnection.
  const reconciling = retryUntilDone(reconcileSales)
  store.set(sendAllAtom, { sendAll: outbox.drainAll, checkKept: reconcileSales })
  const register = followRegister(store, salesStore, sales.shared.written)
  let lastSessionId: string | undefined
  const onSession = () => {
    const id = store.get(sessionAtom)?.id
    if (id === lastSessionId) return
    lastSessionId = id
    void register.look()
  }
  const unsubscribe = store.sub(sessionAtom, onSession)
  onSession()

  // What is old goes, then the second copy is compared with what stands. One window does it for all.
  const tidy = async () => {
    await salesStore
      .forgetAcknowledgedBefore(Date.now() - keptAfterAcknowledgementMs)
      .then(sales.shared.written, () => undefined)
    await salesStore.auditCopy()
  }
  const tidyingSoon = setTimeout(() => void tidy(), tidyWaitMs)
  const tidying = setInterval(() => {
    if (store.get(isLeaderAtom)) void tidy()
  }, tidyEveryMs)
  // Came back from the copy: what somebody held who is no longer in is everybody's.
  const stopRecovering = hearDisk((report) => {
    if (report.kind === 'rebuilt' && report.name === salesPrefix + pharmacyId)
      void salesStore.releaseOthers(store.get(sessionAtom)?.id ?? null).then(cameBack, cameBack)
  })

  return {
    /** The leading window keeps the lists fresh for all. */
    setLeading: lists.setLeading,
    onHint(hint: ServerHint) {
      const list = listNames.find((name) => name === hint)
      if (list) lists.hinted(list)
      if (hint === 'cash-registers' || hint === 'all') register.news()
      if (hint !== 'all') return
      lists.refreshWithin(returnWaitMs)
      void outbox.drainAll()
      // The server may have come back from a backup: does it still have what it took?
      reconciling.run()
    },
    onOnline() {
      register.news()
      reconciling.retry()
      void outbox.drainAll()
      lists.refreshWithin(returnWaitMs)
    },
    async refresh() {
      await sales.shared.reread()
      await lists.refresh()
      void outbox.drain()
    },
    close() {
      unsubscribe()
      clearTimeout(tidyingSoon)
      clearInterval(tidying)
      stopRecovering()
      register.stop()
      outbox.stop()
      reconciling.stop()
      store.set(sendAllAtom, null)
      store.set(sendingAtom, new Set<string>())
      sales.stop()
      lists.stop()
      salesStore.close()
      listStore.close()
    },
  }
}
