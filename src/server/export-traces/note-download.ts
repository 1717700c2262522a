import { randomUUID } from 'node:crypto'
import type { ExportTrace } from '#shared/contract/exports.ts'
import { insertExport } from '#server/export-traces/export-trace.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { App } from '#server/http/route.ts'

/** Leaves the trace of a file that the server made, and tells the windows. */
export async function noteDownload(
  { services: { hints } }: App,
  context: Context,
  { list, filters, format, rows }: Pick<ExportTrace, 'list' | 'filters' | 'format' | 'rows'>,
): Promise<void> {
  const { actor, now, database } = context
  const pharmacyId = pharmacyOf(context)
  const trace = { id: randomUUID(), list, filters: storable(filters), format, rows, exportedAt: now.toISOString() }
  await database.write(pharmacyId, (tx) =>
    insertExport(tx, pharmacyId, { ...trace, userId: actor.userId, terminalId: null }, now),
  )
  hints.publish(pharmacyId, 'exports')
}

/** The database stores no control characters, which a typed search may hold. */
function storable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 1000)
}
