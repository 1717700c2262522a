import { call } from '#shared/client/call.ts'
import { sales } from '#shared/contract/sales.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

const idsPerCall = 500

/**
 * Asks the server which acknowledged sales it does not have, and queues those again: heals a server restored from a backup.
 * Answers how many were missing. Throws as `call` does; what was found before stays queued. `epoch`: the life of the server that the lists
 * here are of; where sales are missing it is over, and every terminal reads its lists anew.
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
