import { NewExport } from '#shared/contract/exports.ts'
import { queueParcel } from '#shared/store/outbox/queue-parcel.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/**
 * What a window exports: the list, the filters in words (cut after 1000 characters), the format, and the number of
 * rows.
 */
export type MadeExport = Pick<NewExport, 'list' | 'filters' | 'format' | 'rows'>

const longestName = 200
const longestFilters = 1000

/** The part of the sales database that queues the traces of exports. */
export function exportStore({ write }: SalesDatabase) {
  return {
    /** Queues the trace of an export; it is stored before it is sent, so that an offline export leaves a trace too. */
    async noteExport({ list, filters, format, rows }: MadeExport, facts: NotingFacts): Promise<void> {
      const now = new Date()
      const trace = NewExport.parse({
        ...facts,
        id: uuid7(now.getTime()),
        revision: 1,
        list: list.slice(0, longestName),
        filters: filters.slice(0, longestFilters),
        format,
        rows,
        exportedAt: now.toISOString(),
      })
      await write((tx) => queueParcel(tx, 'export', trace))
    },
  }
}
