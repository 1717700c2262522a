import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** What is to be printed; `title` is what the queue calls it: « Ticket K7QF-12 ». */
export type NewPrint = Pick<PrintJob, 'kind' | 'title' | 'paper' | 'opensDrawer'>

/** The side of the sales database that knows what is still to be printed. */
export function printStore({ read, write }: SalesDatabase) {
  return {
    /** Puts a job behind those that wait. When it resolves, it survives a closed window. */
    enqueuePrint({ kind, title, paper, opensDrawer }: NewPrint): Promise<PrintJob> {
      const now = new Date()
      const job: PrintJob = {
        id: uuid7(now.getTime()),
        kind,
        title,
        paper,
        opensDrawer,
        at: now.toISOString(),
        attempts: 0,
        lastFailure: null,
      }
      return write(async (tx) => {
        await tx.objectStore('prints').add(job)
        return job
      })
    },

    /** What waits for a printer, oldest first: ids sort by time. */
    prints(): Promise<PrintJob[]> {
      return read((database) => database.getAll('prints'))
    },

    /** It is on paper, or nobody wants it any more. */
    forgetPrint(id: string): Promise<void> {
      return write((tx) => tx.objectStore('prints').delete(id))
    },

    /** It did not come out: it stays, with the reason. A job that was dropped meanwhile stays dropped. */
    printFailed(id: string, reason: string): Promise<void> {
      return write(async (tx) => {
        const job = await tx.objectStore('prints').get(id)
        if (job) await tx.objectStore('prints').put({ ...job, attempts: job.attempts + 1, lastFailure: reason })
      })
    },
  }
}
