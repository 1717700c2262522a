import { useAtomValue } from 'jotai'
import { TableExportButton } from '#shared/ui/table-export-button.tsx'
import type { ExportColumn, RowSource } from '#shared/ui/table-export.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

interface ListExportProps<T> {
  /** « Ventes » gives the file name `ventes-2026-11-21.csv`. */
  name: string
  /** The columns of the table, each with `exported`. */
  columns: readonly ExportColumn<T>[]
  source: () => RowSource<T>
  /** Reads the CSV file from the server, when the server makes it. */
  readCsv?: (signal: AbortSignal) => Promise<string>
  /** For the head of a block. Otherwise the screen has a single `ListExport`, and X opens it. */
  small?: boolean
  /** The rows are in memory: works offline. */
  isLocal?: boolean
}

/**
 * « Exporter »: all rows of a list that pass its filters. Type the columns of the table `ExportedColumn<Row>[]` (each
 * cell: `{ money }`, `{ day }`, a number or a text) and add one line to the head of the page: `<ListExport
 * name="Clients" columns={columns} source={() => ({ readPage: (page, size, signal) => call(clients.list, { query: {
 * ...query, page, size } }, { signal }), rowKey: ({ id }) => id })} />`, or `source={() => ({ rows })} isLocal` when
 * all rows are in memory.
 */
export function ListExport<T>({ isLocal = false, ...props }: ListExportProps<T>) {
  const today = useAtomValue(todayAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  return <TableExportButton {...props} day={today} disabled={isOffline && !isLocal} />
}
