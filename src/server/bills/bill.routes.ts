import { billBatches } from '#shared/contract/bill-batches.ts'
import { billFiles } from '#shared/contract/bill-files.ts'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { readAgedBalance } from '#server/bills/bill-report.service.ts'
import { askBatch, listBatches, readBatch, readBatchFile } from '#server/bills/bill-batch.service.ts'
import { askBillFile, billAttachments, listBillFiles, readBillFile } from '#server/bills/bill-file.service.ts'
import {
  allocateAhead,
  cancelPayment,
  explainPaymentLine,
  giveBack,
  listAwaited,
  listPayments,
  notePayment,
  readPayment,
  readRemittanceProfile,
  undoReturn,
} from '#server/bills/bill-payment.service.ts'
import {
  cancelBill,
  changeRule,
  checkBill,
  keepBillAddress,
  listBills,
  listWriteOffs,
  readBill,
  readRule,
  refuseVouchers,
  sendBill,
  writeOffVouchers,
  billExists,
} from '#server/bills/bill.service.ts'
import { endFollowUp, noteFollowUp, readCollection } from '#server/bills/follow-up.service.ts'
import { askBills, listProposals, listVouchers, readRun } from '#server/bills/make-bills.ts'
import { fileRoute } from '#server/export-traces/file-route.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { listUnusedDisbursements } from '#server/register-acts/named-disbursement.ts'
import { mailRoutes } from '#server/mails/mail-routes.ts'

export function billRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  mailRoutes(app, jobs, bills, {
    about: 'bill',
    check: (tx, pharmacyId, id, gesture) =>
      gesture === 'send' ? checkBill(tx, pharmacyId, id) : billExists(tx, pharmacyId, id),
    filesOf: (tx, pharmacyId, id, _body, now) => billAttachments(tx, pharmacyId, id, now),
    keepAddress: keepBillAddress,
  })
  route(app, bills.list, ({ query }, context) => listBills(context, query))
  route(app, bills.vouchers, ({ query }, context) => listVouchers(context, query))
  route(app, bills.proposals, ({ query }, context) => listProposals(context, query))
  route(app, bills.aged, (_, context) => readAgedBalance(context))
  route(app, bills.writeOffs, ({ query }, context) => listWriteOffs(context, query))
  route(app, bills.read, ({ params }, context) => readBill(context, params.id))
  route(app, bills.create, async ({ body }, context) => {
    const run = await askBills(context, body)
    jobs.wake()
    return run
  })
  route(app, bills.run, ({ params }, context) => readRun(context, params.id))
  route(app, bills.send, ({ params }, context) => sendBill(context, params.id))
  route(app, bills.cancel, ({ params, body }, context) => cancelBill(context, params.id, body))
  route(app, bills.refuse, ({ params, body }, context) => refuseVouchers(context, params.id, body))
  route(app, bills.writeOff, ({ params, body }, context) => writeOffVouchers(context, params.id, body))
  route(app, bills.rule, ({ params }, context) => readRule(context, params.id))
  route(app, bills.putRule, ({ params, body }, context) => changeRule(context, params.id, body))
  route(app, billFollowUps.collection, ({ params }, context) => readCollection(context, params.id))
  route(app, billFollowUps.create, ({ body }, context) => noteFollowUp(context, body))
  route(app, billFollowUps.end, ({ params, body }, context) => endFollowUp(context, params.id, body))
  route(app, billFiles.create, async ({ body }, context) => {
    const made = await askBillFile(context, body)
    jobs.wake()
    return made
  })
  const isMailing = app.services.mailer !== null
  route(app, billBatches.files, async ({ body }, context) => {
    const made = await askBatch(context, body, { isMailing })
    jobs.wake()
    return made
  })
  route(app, billBatches.send, async ({ body }, context) => {
    const made = await askBatch(context, body, { isMailing })
    jobs.wake()
    return made
  })
  route(app, billBatches.list, ({ query }, context) => listBatches(context, query))
  route(app, billBatches.read, ({ params }, context) => readBatch(context, params.id))
  fileRoute(app, billBatches.file, ({ params }, context) => readBatchFile(context, params.id))
  route(app, billFiles.list, ({ query }, context) => listBillFiles(context, query.billId))
  fileRoute(app, billFiles.read, ({ params }, context) => readBillFile(context, params.id))
  route(app, billPayments.list, ({ query }, context) => listPayments(context, query))
  route(app, billPayments.awaited, ({ params }, context) => listAwaited(context, params.id))
  route(app, billPayments.cashOut, (_, context) => listUnusedDisbursements(context))
  route(app, billPayments.profile, ({ params }, context) => readRemittanceProfile(context, params.id))
  route(app, billPayments.read, ({ params }, context) => readPayment(context, params.id))
  route(app, billPayments.create, ({ body }, context) => notePayment(context, body))
  route(app, billPayments.allocate, ({ body }, context) => allocateAhead(context, body))
  route(app, billPayments.giveBack, ({ params, body }, context) => giveBack(context, params.id, body))
  route(app, billPayments.undoReturn, ({ params, body }, context) => undoReturn(context, params.id, body))
  route(app, billPayments.explain, ({ params, body }, context) => explainPaymentLine(context, params.id, body))
  route(app, billPayments.cancel, ({ params, body }, context) => cancelPayment(context, params.id, body))
}
