import { unzipSync, zipSync } from 'fflate'
import papaparse from 'papaparse'
import readSheets from 'read-excel-file/universal'
import {
  checkLines,
  checkSeparators,
  checkSizes,
  sizeOfSheet,
  tableBounds,
  TableFault,
  zipCounter,
} from '#shared/domain/files/table-bounds.ts'
import {
  separatorOf,
  tableOf,
  type FileTable,
  type TableFile,
  type TableFileReading,
} from '#shared/domain/files/table-file.ts'
import { decodeText } from '#shared/domain/files/text-encoding.ts'

/** `headers`: whether the first row may be data (`tableOf`). `cells`: the most cells, where they are fewer than usual. */
export type TableReader = { headers?: 'expected' | 'optional'; cells?: number }

const previewLines = 60
/** In signs. The parser splits a whole text before it looks at its first lines. */
const previewLength = 1_000_000
const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/**
 * Reads the content of a CSV or XLSX file, within `tableBounds`. Never throws: problems are part of the result. It
 * computes for seconds: call it in a thread of its own.
 */
export async function readTable(
  name: string,
  bytes: Uint8Array,
  { headers = 'expected', cells = tableBounds.cells }: TableReader = {},
): Promise<TableFileReading> {
  try {
    return { ok: true, file: await fileOf(name, bytes, { headers, cells }) }
  } catch (error) {
    return { ok: false, trouble: error instanceof TableFault ? error.trouble : 'brokenSpreadsheet' }
  }
}

async function fileOf(name: string, bytes: Uint8Array, reader: Required<TableReader>): Promise<TableFile> {
  if (bytes.length > tableBounds.bytes) throw new TableFault('tooLarge')
  if (bytes.length === 0) throw new TableFault('empty')
  // The format is detected by content, because file names may be wrong.
  if (startsWith(bytes, 0x50, 0x4b)) return readSpreadsheet(name, bytes, reader)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new TableFault('oldSpreadsheet')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new TableFault('notATable')
  return readText(name, bytes, reader)
}

function readText(name: string, bytes: Uint8Array, { headers, cells }: Required<TableReader>): TableFile {
  const decoded = decodeText(bytes)
  if (!decoded) throw new TableFault('notATable')
  const { encoding } = decoded
  // A first line `sep=…` is a directive for Excel.
  const text = decoded.text.replace(/^sep=.\r?\n/i, '')
  if (text.trim() === '') throw new TableFault('empty')
  checkLines(text)
  const start = text.slice(0, previewLength)
  const { separator, width } = separatorOf((delimiter) => parseCsv(start, delimiter, previewLines))
  if (width < 2) throw new TableFault('oneColumn')
  checkSeparators(text, separator, cells)
  const rows = parseCsv(text, separator, 0)
  checkSizes([{ rows: rows.length, columns: rows.reduce((most, row) => Math.max(most, row.length), 0) }], cells)
  const table = tableOf(null, rows, headers)
  if (!table) throw new TableFault('empty')
  return { name, text: { encoding, separator }, tables: [table] }
}

function parseCsv(text: string, delimiter: string, preview: number): string[][] {
  return papaparse.parse<string[]>(text, { delimiter, preview, skipEmptyLines: false }).data
}

async function readSpreadsheet(
  name: string,
  bytes: Uint8Array,
  { headers, cells }: Required<TableReader>,
): Promise<TableFile> {
  const [first, ...others] = (await readSheets(boundedZip(bytes, cells))).flatMap(
    ({ sheet, data }): FileTable | FileTable[] =>
      tableOf(
        sheet,
        data.map((row) => row.map(cellText)),
        headers,
      ) ?? [],
  )
  if (!first) throw new TableFault('empty')
  return { name, text: null, tables: [first, ...others] }
}

/**
 * The parts of a spreadsheet that are read, stored without compression: the library of spreadsheets unpacks without a
 * bound, and starts threads for large parts that the policy of the windows forbids. Throws TableFault.
 */
function boundedZip(bytes: Uint8Array, cells: number): ArrayBuffer {
  const declared = zipCounter()
  unzipSync(bytes, { filter: (part) => declared(part) && false })
  // A part never unpacks to more than its declared size.
  const parts = unzipSync(bytes, { filter: zipCounter() })
  checkSizes(
    Object.values(parts).map((part) => sizeOfSheet(new TextDecoder().decode(part))),
    cells,
  )
  return zipSync(parts, { level: 0 }).buffer
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'oui' : 'non'
  // 15 significant digits, to remove float noise of formulas such as 0.1 + 0.2.
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : ''
}
