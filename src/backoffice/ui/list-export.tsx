import { useAtomValue, useSetAtom } from 'jotai'
import { exports } from '#shared/contract/exports.ts'
import { noteExportAtom } from '#shared/store/sales/note-atoms.ts'
import { TableExportButton } from '#shared/ui/table-export-button.tsx'
import type { ExportColumn, RowSource } from '#shared/ui/table-export.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

interface ListExportProps<T> {
  /** « Ventes » gives the file name `ventes-2026-11-21.csv`. */
  name: string
  /** The columns of the table, each with `exported`. */
  columns: readonly ExportColumn<T>[]
  /** The filters in force, in words, for the trace. */
  filters?: string
  source: () => RowSource<T>
  /** Reads the CSV file from the server, when the server makes it. */
  readCsv?: (signal: AbortSignal) => Promise<string>
  /** For the head of a block. Otherwise the screen has a single `ListExport`, and X opens it. */
  small?: boolean
  /** The rows are in memory: works offline. */
  isLocal?: boolean
  /** The choice of the file opens without a click; `onClose` is called when it closes. */
  isAsked?: boolean
  onClose?: () => void
  /** Rows of a file that the member has just chosen: nothing leaves the pharmacy, so no right and no trace. */
  isOwnFile?: boolean
}

/**
 * « Exporter »: all filtered rows of a list. Renders nothing without the right to export. Each export leaves a trace
 * that the owner reads in « Exports ». Type the columns of the table `ExportedColumn<Row>[]` (each cell: `{ money }`,
 * `{ day }`, a number or a text) and add one line to the head of the page: `<ListExport name="Clients"
 * columns={columns} source={() => ({ readPage: (page, size, signal) => call(clients.list, { query: { ...query, page,
 * size } }, { signal }), rowKey: ({ id }) => id })} />`, or `source={() => ({ rows })} isLocal` when all rows are in
 * memory.
 */
export function ListExport<T>({ isLocal = false, isOwnFile = false, filters = '', ...props }: ListExportProps<T>) {
  const today = useAtomValue(todayAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const noteExport = useSetAtom(noteExportAtom)
  const mayExport = useMay(exports.create)
  if (!mayExport && !isOwnFile) return null
  return (
    <TableExportButton
      {...props}
      day={today}
      disabled={isOffline && !isLocal}
      {...(isOwnFile ? {} : { onMade: (made) => noteExport({ ...made, list: props.name, filters }) })}
    />
  )
}
