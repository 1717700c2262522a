import { billBatchJob, billBatchJobs } from '#server/bills/bill-batch-job.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import { billFileJob, billFileJobs } from '#server/bills/bill-file-job.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { reportMailJobs } from '#server/own-reports/report-mail-job.ts'
import { reportMailJob } from '#server/own-reports/report-sending.repo.ts'
import { stockExportJob, stockExportJobs } from '#server/stock-exports/stock-export-job.ts'
import { registerImportJob, registerImportJobs } from '#server/register-imports/register-import-job.ts'
import { registerUndoJob, registerUndoJobs } from '#server/register-imports/register-undo-job.ts'
import type { Services } from '#server/http/route.ts'

/** What each kind of background job does. */
export function jobKinds({ database, identity, mailer, now }: Services) {
  return {
    [stockExportJob]: stockExportJobs(database),
    [billFileJob]: billFileJobs(database),
    [billBatchJob]: billBatchJobs(database, now),
    [billRunJob]: billRunJobs(database),
    [registerImportJob]: registerImportJobs,
    [registerUndoJob]: registerUndoJobs,
    [mailJob]: mailJobs(database, {
      mailer,
      now,
      mailed: { order: noteOrderMailed, claim: noteClaimMailed, bill: noteBillMailed },
    }),
    [reportMailJob]: reportMailJobs({ database, identity, mailer, now }),
  }
}
