import { atom } from 'jotai'
import type { NewPrint } from '#shared/store/sales/print-store.ts'
import { openedSales, sharedSalesAtom, snapshotAtom, type SharedSales } from '#shared/store/sales/sale-atoms.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'

/**
 * Waiting print jobs, oldest first. The printing window holds the Web Lock `lockNames.printer` and reads
 * `store.prints()` under it.
 */
export const printQueueAtom = atom((get): readonly PrintJob[] => get(snapshotAtom).prints)

/** Queues a print job; resolves after the write to disk. Needs no session: the printer belongs to the terminal. */
export const enqueuePrintAtom = atom(null, (get, _set, job: NewPrint): Promise<PrintJob> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.enqueuePrint(job))
})

/** The printer has accepted the whole job. */
export const printedAtom = atom(null, (get, _set, id: string): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.forgetPrint(id))
})

/** Stores the reason of a failed attempt; the job stays queued. */
export const printFailedAtom = atom(null, (get, _set, id: string, reason: string): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.printFailed(id, reason))
})

/** The user cancels the job. */
export const dropPrintAtom = atom(null, (_get, set, id: string): Promise<void> => set(printedAtom, id))

async function told<Result>(shared: SharedSales, writing: Promise<Result>): Promise<Result> {
  const result = await writing
  shared.written()
  return result
}
