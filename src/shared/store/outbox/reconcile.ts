import { call } from '#shared/client/call.ts'
import { sales } from '#shared/contract/sales.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

const idsPerCall = 500

/**
 * Asks the server which acknowledged sales it does not have and queues them again, after the server was restored from a
 * backup. Returns the number of missing sales. Throws as `call` does; sales that were already queued stay queued.
 * `epoch` identifies the server data that the local lists came from; missing sales end the epoch, and every terminal
 * reloads its lists.
 */
export async function reconcile(store: SalesStore, epoch?: string): Promise<number> {
  const ids = await store.acknowledgedIds()
  let found = 0
  for (let from = 0; from < ids.length; from += idsPerCall) {
    const { missing } = await call(sales.reconcile, {
      body: { ids: ids.slice(from, from + idsPerCall), ...(epoch ? { epoch } : {}) },
    })
    if (missing.length > 0) await store.requeue(missing)
    found += missing.length
  }
  return found
}
