import type { ExportTrace, NewExport } from '#shared/contract/exports.ts'
import { displayName } from '#shared/domain/person.ts'
import { doneAt } from '#server/base/done-at.ts'
import { insertExport } from '#server/export-traces/export-trace.repo.ts'
import { findExports, isExportKnown, type ExportQuery } from '#server/exports/export.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import { readActor, refusalOfActing } from '#server/sellers/acting.ts'

/**
 * Records an export that a window made, exactly once. Checks the rights of the member. A repeated
 * call returns the stored trace. Throws `sales:unknownSeller`, `auth:forbidden` and `requests:conflict`.
 */
export async function noteExport(context: Context, body: NewExport): Promise<ExportTrace> {
  const { now } = context
  const pharmacyId = pharmacyOf(context)
  return acceptOnce<ExportTrace>(context, {
    pharmacyId,
    kind: 'export',
    payload: body,
    async judge(tx) {
      const acting = await readActor(tx, context, { ...body, at: body.exportedAt })
      const refusal = refusalOfActing(acting, body.sellerId, 'data.export')
      if (refusal) return { accepted: false, refusal }
      if (await isExportKnown(tx, pharmacyId, body.id))
        return { accepted: false, refusal: { message: 'requests:conflict' } }
      const { id, list, filters, format, rows, sellerId, terminalId } = body
      const trace = { id, list, filters, format, rows, exportedAt: doneAt(body.exportedAt, context) }
      await insertExport(tx, pharmacyId, { ...trace, userId: sellerId, terminalId }, now)
      return { accepted: true, answer: { ...trace, byName: displayName(acting.seller) } }
    },
  })
}

/** Newest first unless sorted. */
export function listExports(context: Context, query: ExportQuery): Promise<{ items: ExportTrace[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findExports(tx, pharmacyId, query))
}
