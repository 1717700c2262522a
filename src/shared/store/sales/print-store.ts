import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** A new print job; `title` names it in the queue, e.g. « Ticket K7QF-12 ». */
export type NewPrint = Pick<PrintJob, 'kind' | 'title' | 'paper' | 'opensDrawer'>

/** The part of the sales database that stores print jobs. */
export function printStore({ read, write }: SalesDatabase) {
  return {
    /** Appends a job. Once the promise resolves, the job survives a closed window. */
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

    /** Waiting jobs, oldest first (ids sort by time). */
    prints(): Promise<PrintJob[]> {
      return read((database) => database.getAll('prints'))
    },

    /** Deletes a job that was printed or cancelled. */
    forgetPrint(id: string): Promise<void> {
      return write((tx) => tx.objectStore('prints').delete(id))
    },

    /** Stores a failed attempt with its reason. A job that was cancelled meanwhile stays deleted. */
    printFailed(id: string, reason: string): Promise<void> {
      return write(async (tx) => {
        const job = await tx.objectStore('prints').get(id)
        if (job) await tx.objectStore('prints').put({ ...job, attempts: job.attempts + 1, lastFailure: reason })
      })
    },
  }
}
