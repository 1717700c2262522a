import type { BillFile, billFiles } from '#shared/contract/bill-files.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { billFileContent, filesOfBill, findBillFile, insertBillFile } from '#server/bills/bill-file.repo.ts'
import { billFileJob } from '#server/bills/bill-file-job.ts'
import { bordereauFile, readBordereau, type BordereauFile } from '#server/bills/bordereau.ts'
import { findBill } from '#server/bills/bill.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { KeptFile } from '#server/export-traces/file-route.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { insertJob } from '#server/jobs/job.repo.ts'

/** Queues the file; a repeated call returns the same one. Throws `requests:invalid` for an unknown bill. */
export async function askBillFile(
  context: Context,
  { id, billId, format }: HandlerInput<typeof billFiles.create>['body'],
): Promise<BillFile> {
  const { actor, now, database, changes } = context
  const pharmacyId = pharmacyOf(context)
  const made = await database.read(pharmacyId, async (tx) => {
    if (!(await findBill(tx, pharmacyId, billId))) refuseFields([{ path: 'body.billId', message: 'unknown' }])
    const isNew = await insertJob(tx, pharmacyId, { id, kind: billFileJob, askedBy: actor.userId, askedAt: now })
    if (isNew) await insertBillFile(tx, pharmacyId, { id, billId, format })
    changes.made = isNew
    return findBillFile(tx, pharmacyId, id)
  })
  // The id belongs to a job of another kind, or to another file.
  if (made?.billId !== billId || made.format !== format) throw new AppError('requests:conflict')
  return made
}

export function listBillFiles(context: Context, billId: string): Promise<BillFile[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => filesOfBill(tx, pharmacyId, billId))
}

/** Throws `requests:notFound` until it is made. */
export function readBillFile(context: Context, id: string): Promise<KeptFile> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const file = requireRow(await findBillFile(tx, pharmacyId, id))
    const content = requireRow(await billFileContent(tx, pharmacyId, id))
    const { number } = requireRow(await findBill(tx, pharmacyId, file.billId))
    return {
      name: `bordereau-${number.replaceAll(/[^\w-]/g, '-')}.${file.format}`,
      content,
      trace: { list: 'Bordereau', filters: `Facture ${number}`, format: file.format, rows: file.rows ?? 0 },
    }
  })
}

/** In ms. */
const drawnWithin = 60_000

/** What an e-mail with a bill has attached: the paper, and its lines for a spreadsheet. Throws `requests:notFound`. */
export async function billAttachments(tx: Tx, pharmacyId: string, id: string, madeAt: Date): Promise<BordereauFile[]> {
  const bordereau = await readBordereau(tx, pharmacyId, id, madeAt)
  const signal = AbortSignal.timeout(drawnWithin)
  return [await bordereauFile(bordereau, 'pdf', { signal }), await bordereauFile(bordereau, 'csv', { signal })]
}
