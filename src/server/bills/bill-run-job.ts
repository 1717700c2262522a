import { areUnchanged, orderOfRun } from '#server/bills/bill-run.repo.ts'
import { draftBills, writeDrafts } from '#server/bills/make-bills.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/** Shares of the progress, in percent: the job has begun, the bills are drafted. The rest is writing them. */
const [begun, drafted] = [5, 60]

/**
 * The background job that makes the bills of a run. It drafts them beside the tills; what changed meanwhile (billed by
 * another member, brought back, canceled) is seen under the lock, and all is drafted anew.
 */
export function billRunJobs(database: Database): JobKind {
  return {
    resource: 'bills',
    isWriting: true,
    alsoTells: ['persons', 'organizations'],
    async run({ pharmacyId, id }, { report }) {
      report(begun)
      const { order, issuedOn, drafts } = await database.read(pharmacyId, async (tx) => {
        const asked = await orderOfRun(tx, pharmacyId, id)
        if (!asked) throw new Error(`the job ${id} has no run of bills`)
        const today = await pharmacyToday(tx, pharmacyId, asked.askedAt)
        return { order: asked, issuedOn: today, drafts: await draftBills(tx, pharmacyId, asked, today) }
      })
      report(drafted)
      return async (tx) => {
        const lines = drafts.flatMap((draft) => draft.lines)
        const made = (await areUnchanged(tx, pharmacyId, lines))
          ? drafts
          : await draftBills(tx, pharmacyId, order, issuedOn)
        const run = { id, from: order.from, to: order.to, issuedOn, withAhead: order.withAhead }
        await writeDrafts(tx, pharmacyId, run, made, { userId: order.askedBy, at: order.askedAt })
      }
    },
  }
}
