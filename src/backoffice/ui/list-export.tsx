import { useAtomValue } from 'jotai'
import { TableExportButton } from '#shared/ui/table-export-button.tsx'
import type { ExportColumn, RowSource } from '#shared/ui/table-export.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

interface ListExportProps<T> {
  /** « Ventes » makes `ventes-2026-11-21.csv`. */
  name: string
  /** Those of the table, each with `exported`. */
  columns: readonly ExportColumn<T>[]
  source: () => RowSource<T>
  /** The CSV file as the server makes it, where it does. */
  readCsv?: (signal: AbortSignal) => Promise<string>
  /** In the head of a block; without it the screen has one `ListExport`, and X opens it. */
  small?: boolean
  /** The rows are in memory: it needs no network. */
  isLocal?: boolean
}

/**
 * « Exporter » of a list of the back-office: all rows that its filters keep. A new table gets it by typing its columns `ExportedColumn<Row>[]`
 * (what a cell is: `{ money }`, `{ day }`, a number, a text) and one line in the head of its page:
 * `<ListExport name="Clients" columns={columns} source={() => ({ readPage: (page, size, signal) => call(clients.list, { query: { ...query, page, size } }, { signal }), rowKey: ({ id }) => id })} />`,
 * or `source={() => ({ rows })} isLocal` where all rows are here.
 */
export function ListExport<T>({ isLocal = false, ...props }: ListExportProps<T>) {
  const today = useAtomValue(todayAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  return <TableExportButton {...props} day={today} disabled={isOffline && !isLocal} />
}
