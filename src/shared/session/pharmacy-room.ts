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

/**
 * In ms. After an outage all tills of all shops reconnect in the same second, so lists are refreshed after a random
 * delay. Lists older than 300 s are refreshed earlier; the outbox does not wait.
 */
const returnWaitMs = 30_000

/** In ms. After the counter has started. */
const tidyWaitMs = 3_000
/** In ms. A till that is never reloaded must not fill its disk. */
const tidyEveryMs = 3_600_000

/** The open stores of one pharmacy in a window: sales with their outbox, and lists. */
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
    // Also after an error: sales found before it were queued.
    const lost = await reconcile(salesStore, await lists.epoch()).finally(cameBack)
    if (lost === 0) return 0
    // The lists may have been read before the server noticed its loss.
    lists.refreshWithin(returnWaitMs)
    return lost
  }
  // Retried, because nothing else would ask again before the next reconnection, and a restored server would stay
  // without its sales.
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

  // Deletes old sales, then compares the journal with the database. Hourly only in the leading window.
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
  // Restored sales may belong to sessions that have ended: release them.
  const stopRecovering = hearDisk((report) => {
    if (report.kind === 'rebuilt' && report.name === salesPrefix + pharmacyId)
      void salesStore.releaseOthers(store.get(sessionAtom)?.id ?? null).then(cameBack, cameBack)
  })

  return {
    /** The leading window refreshes the lists for all windows. */
    setLeading: lists.setLeading,
    onHint(hint: ServerHint) {
      const list = listNames.find((name) => name === hint)
      if (list) lists.hinted(list)
      if (hint === 'cash-registers' || hint === 'all') register.lookSoon()
      if (hint !== 'all') return
      lists.refreshWithin(returnWaitMs)
      void outbox.drainAll()
      // The server may have been restored from a backup: check whether it still has the acknowledged sales.
      reconciling.run()
    },
    onOnline() {
      register.lookSoon()
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
