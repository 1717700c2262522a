import type { BillBatch, billBatches } from '#shared/contract/bill-batches.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { batchContent, findBatch, findBatchOrder, insertBatch, pageOfBatches } from '#server/bills/bill-batch.repo.ts'
import { billBatchJob } from '#server/bills/bill-batch-job.ts'
import { billsOf } from '#server/bills/bill.repo.ts'
import type { KeptFile } from '#server/export-traces/file-route.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { insertJob } from '#server/jobs/job.repo.ts'

type NewBatch = HandlerInput<typeof billBatches.files>['body'] | HandlerInput<typeof billBatches.send>['body']

/**
 * Queues the batch; a repeated call returns the same one. Throws `requests:invalid` for an unknown bill, `mails:off`, and
 * `requests:conflict` when the id belongs to something else.
 */
export async function askBatch(
  context: Context,
  body: NewBatch,
  { isMailing }: { isMailing: boolean },
): Promise<BillBatch> {
  const { actor, now, database, changes } = context
  const pharmacyId = pharmacyOf(context)
  const { id, kind, billIds } = body
  const format = 'format' in body ? body.format : null
  if (kind === 'mail' && !isMailing) throw new AppError('mails:off')
  const made = await database.read(pharmacyId, async (tx) => {
    if ((await billsOf(tx, pharmacyId, billIds)).length < billIds.length)
      refuseFields([{ path: 'body.billIds', message: 'unknown' }])
    const isNew = await insertJob(tx, pharmacyId, { id, kind: billBatchJob, askedBy: actor.userId, askedAt: now })
    if (isNew) await insertBatch(tx, pharmacyId, { id, kind, billIds, format })
    changes.made = isNew
    const order = await findBatchOrder(tx, pharmacyId, id)
    const isSame = order?.kind === kind && order.format === format && order.billIds.join() === billIds.join()
    if (!isSame) throw new AppError('requests:conflict')
    return findBatch(tx, pharmacyId, id)
  })
  return requireRow(made)
}

export function listBatches(
  context: Context,
  query: HandlerInput<typeof billBatches.list>['query'],
): Promise<CallReply<typeof billBatches.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => pageOfBatches(tx, pharmacyId, query))
}

/** Throws `requests:notFound`. */
export function readBatch(context: Context, id: string): Promise<BillBatch> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => requireRow(await findBatch(tx, pharmacyId, id)))
}

/** Throws `requests:notFound` until it is made. */
export function readBatchFile(context: Context, id: string): Promise<KeptFile> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { file, askedAt, items } = requireRow(await findBatch(tx, pharmacyId, id))
    const content = requireRow(await batchContent(tx, pharmacyId, id))
    const done = items.filter(({ state }) => state !== 'failed').map(({ number }) => number)
    return {
      name: `factures-${askedAt.slice(0, 10)}.${file}`,
      content,
      trace: { list: 'Lot de factures', filters: done.join(', '), format: requireRow(file), rows: done.length },
    }
  })
}
