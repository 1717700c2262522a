import * as z from 'zod'
import { billFileFormats } from '#shared/contract/bill-files.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ById, ErrorBody, Id, Instant, Money, pageOf, PageQuery, Percent } from '#shared/contract/values.ts'

/** Most bills of one batch: they are read and drawn together. */
export const mostInBillBatch = 100

/** `mail`: sent to the address of each payer. `mark`: sent by hand. */
export const billBatchKinds = ['print', 'export', 'mail', 'mark'] as const
export type BillBatchKind = (typeof billBatchKinds)[number]

const Batch = z.object({
  id: Id,
  kind: z.enum(billBatchKinds),
  /** `zip`: a file for each bill. Null until it is made, and where no bill could be handled. */
  file: z.enum(['pdf', 'zip']).nullable(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: Percent,
  askedAt: Instant,
  byName: z.string(),
  /** Why the batch as a whole stopped. */
  error: ErrorBody.nullable(),
})
/** Bills that are handled together by a job, each by itself: one that is refused does not stop the others. */
const BillBatch = Batch.extend({
  items: z.array(
    z.object({
      billId: Id,
      number: z.string(),
      payerName: z.string(),
      amount: Money,
      state: z.enum(['waiting', 'done', 'failed']),
      /** Why it was refused, as the error of a call. */
      error: ErrorBody.nullable(),
    }),
  ),
})
export type BillBatch = z.infer<typeof BillBatch>
/** A batch in the list: how many bills, and how many of them were refused. */
const BillBatchRow = Batch.extend({ bills: z.int(), failed: z.int() })
export type BillBatchRow = z.infer<typeof BillBatchRow>

const batch = {
  id: Id,
  billIds: z
    .array(Id)
    .min(1)
    .max(mostInBillBatch)
    .refine((ids) => new Set(ids).size === ids.length, 'twice'),
}
const byReports = { permission: 'report.see' } as const

export const billBatches = {
  files: endpoint({
    ...byReports,
    method: 'POST',
    path: '/bill-files/batches',
    summary: 'Prepare bills as one paper to print, or as files in an archive, with a cover sheet; once by its id',
    touches: ['bill-files'],
    body: z.union([
      z.object({ ...batch, kind: z.literal('print') }),
      z.object({ ...batch, kind: z.literal('export'), format: z.enum(billFileFormats) }),
    ]),
    unreplayed: 'job',
    reply: BillBatch,
    status: 201,
  }),
  send: endpoint({
    method: 'POST',
    path: '/bill-files/batches/sendings',
    summary: 'Send bills to the e-mail address of each payer, or note that they were sent; once by its id',
    permission: 'bill.manage',
    touches: ['bill-files', 'bills'],
    body: z.object({ ...batch, kind: z.enum(['mail', 'mark']) }),
    unreplayed: 'job',
    reply: BillBatch,
    status: 201,
  }),
  list: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-files/batches',
    summary: 'The batches of bills of the last 30 days, newest first',
    query: PageQuery,
    reply: pageOf(BillBatchRow),
  }),
  read: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-files/batches/{id}',
    summary: 'How far each bill of a batch is',
    params: ById,
    reply: BillBatch,
  }),
  file: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-files/batches/{id}/file',
    summary: 'The papers of a batch: its cover sheet, and the bills that were printed or exported',
    file: true,
    params: ById,
    reply: z.instanceof(Blob),
  }),
}
