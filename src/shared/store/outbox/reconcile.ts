import { call } from '#shared/client/call.ts'
import { sales } from '#shared/contract/sales.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

const idsPerCall = 500

/**
 * Asks the server, after it was restored from a backup, which acknowledged sales it lacks, and queues these again.
 * Returns their number. Throws the errors of `call`; sales queued before the error stay queued. `epoch`: the epoch of
 * the local lists. If a sale is missing, the server starts a new epoch, and every terminal then loads its lists again.
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
