import { fillBillFile, findBillFile } from '#server/bills/bill-file.repo.ts'
import { bordereauFile, readBordereau } from '#server/bills/bordereau.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'

export const billFileJob = 'bill-file'

/** Share of the progress when the lines are read, in percent. */
const read = 20

/** The background job that draws the bordereau of a bill. */
export function billFileJobs(database: Database): JobKind {
  return {
    resource: 'bill-files',
    async run({ pharmacyId, id }, { report, signal }) {
      const { format, bordereau } = await database.read(pharmacyId, async (tx) => {
        const order = await findBillFile(tx, pharmacyId, id)
        if (!order) throw new Error(`the job ${id} has no file of a bill`)
        return {
          format: order.format,
          bordereau: await readBordereau(tx, pharmacyId, order.billId, new Date(order.askedAt)),
        }
      })
      report(read)
      const rows = bordereau.rows.length
      const { content } = await bordereauFile(bordereau, format, {
        signal,
        onDrawn: (drawn) => report(read + ((99 - read) * drawn) / rows),
      })
      return (tx) => fillBillFile(tx, pharmacyId, id, { rows, content })
    },
  }
}
