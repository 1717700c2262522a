import { mostTableBytes, readTableBytes } from '#shared/domain/files/read-table-bytes.ts'
import type { TableFileReading } from '#shared/domain/files/table-file.ts'

/** Reads a CSV or XLSX file in the browser. Never throws: problems are part of the result. */
export async function readTableFile(file: File): Promise<TableFileReading> {
  if (file.size > mostTableBytes) return { ok: false, trouble: 'tooLarge' }
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { ok: false, trouble: 'gone' }
  }
  const { parse } = (await import('papaparse')).default
  return readTableBytes(file.name, bytes, {
    parseCsv: (text, options) => parse<string[]>(text, { ...options, skipEmptyLines: false }).data,
    readSheets: async (content) => (await import('read-excel-file/browser')).default(content.buffer),
  })
}
