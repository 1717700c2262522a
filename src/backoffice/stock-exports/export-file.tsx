import { call } from '#shared/client/call.ts'
import { type StockExport, stockExports } from '#shared/contract/stock-exports.ts'
import { fileMs, JobFile } from '#backoffice/ui/job-file.tsx'

const formatWords: Record<StockExport['format'], string> = { csv: 'CSV', xlsx: 'Excel' }

/** The button that downloads a file, or says why it could not be made. */
export function ExportFile({ row }: { row: StockExport }) {
  const { id, at, format } = row
  return (
    <JobFile
      job={row}
      format={formatWords[format]}
      name={`stock-valorise-${at.slice(0, 10)}.${format}`}
      read={() => call(stockExports.read, { params: { id } }, { timeoutMs: fileMs })}
    />
  )
}
