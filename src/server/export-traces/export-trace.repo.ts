import type { ExportTrace } from '#shared/contract/exports.ts'
import type { Tx } from '#server/db/database.ts'

type NewTrace = Omit<ExportTrace, 'byName'> & {
  userId: string
  /** Null: the server made the file. */
  terminalId: string | null
}

/** Records that a member saved a list as a file. The table is append-only. */
export async function insertExport(tx: Tx, pharmacyId: string, trace: NewTrace, receivedAt: Date): Promise<void> {
  await tx
    .insertInto('exports')
    .values({
      pharmacy_id: pharmacyId,
      id: trace.id,
      user_id: trace.userId,
      terminal_id: trace.terminalId,
      list: trace.list,
      filters: trace.filters,
      format: trace.format,
      row_count: trace.rows,
      exported_at: new Date(trace.exportedAt),
      received_at: receivedAt,
    })
    .execute()
}
