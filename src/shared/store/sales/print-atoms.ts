import { atom } from 'jotai'
import type { NewPrint } from '#shared/store/sales/print-store.ts'
import { openedSales, sharedSalesAtom, snapshotAtom, type SharedSales } from '#shared/store/sales/sale-atoms.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'

/** What waits for a printer, oldest first. Whoever prints holds the Web Lock `lockNames.printer` and reads `store.prints()` under it. */
export const printQueueAtom = atom((get): readonly PrintJob[] => get(snapshotAtom).prints)

/** Puts a job into the queue of this terminal; when it resolves it is on the disk. Locked or not: paper belongs to the terminal. */
export const enqueuePrintAtom = atom(null, (get, _set, job: NewPrint): Promise<PrintJob> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.enqueuePrint(job))
})

/** The printer has taken all of it. */
export const printedAtom = atom(null, (get, _set, id: string): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.forgetPrint(id))
})

/** It did not come out, and why; it stays in the queue. */
export const printFailedAtom = atom(null, (get, _set, id: string, reason: string): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.printFailed(id, reason))
})

/** Somebody does not want it any more. */
export const dropPrintAtom = atom(null, (_get, set, id: string): Promise<void> => set(printedAtom, id))

async function told<Result>(shared: SharedSales, writing: Promise<Result>): Promise<Result> {
  const result = await writing
  shared.written()
  return result
}
