import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { exportFormats } from '#shared/contract/exports.ts'
import { ById, ErrorBody, Id, Instant, Percent } from '#shared/contract/values.ts'

export const billFileFormats = ['pdf', ...exportFormats] as const

/**
 * The bordereau of a bill as a file that the server prepares in the background. It is kept for 30 days, as it was when
 * it was made.
 */
export const BillFile = z.object({
  id: Id,
  billId: Id,
  format: z.enum(billFileFormats),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: Percent,
  askedAt: Instant,
  byName: z.string(),
  finishedAt: Instant.nullable(),
  /** Vouchers of the file; null until it is done. */
  rows: z.int().nullable(),
  /** Why it failed, as the error of a call. */
  error: ErrorBody.nullable(),
})
export type BillFile = z.infer<typeof BillFile>

const byReports = { permission: 'report.see' } as const

export const billFiles = {
  create: endpoint({
    ...byReports,
    method: 'POST',
    path: '/bill-files',
    summary: 'Prepare the bordereau of a bill as a file, once by its id',
    touches: ['bill-files'],
    body: z.object({ id: Id, billId: Id, format: z.enum(billFileFormats) }),
    unreplayed: 'job',
    reply: BillFile,
    status: 201,
  }),
  list: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-files',
    summary: 'The files of a bill of the last 30 days, newest first',
    query: z.object({ billId: Id }),
    reply: z.array(BillFile),
  }),
  read: endpoint({
    ...byReports,
    method: 'GET',
    path: '/bill-files/{id}',
    summary: 'The file itself',
    file: true,
    params: ById,
    reply: z.instanceof(Blob),
  }),
}
