import { decodeText } from './text-encoding.ts'
import { type FileTable, separatorOf, tableOf, type TableFileReading } from './table-file.ts'

const mostBytes = 15_000_000
const previewLines = 60
const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Reads a CSV or XLSX file in the browser. Never throws: problems are part of the result. */
export async function readTableFile(file: File): Promise<TableFileReading> {
  if (file.size > mostBytes) return { ok: false, trouble: 'tooLarge' }
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { ok: false, trouble: 'gone' }
  }
  if (bytes.length === 0) return { ok: false, trouble: 'empty' }
  // The format is detected by content, because file names may be wrong.
  if (startsWith(bytes, 0x50, 0x4b)) return readSpreadsheet(file.name, bytes)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { ok: false, trouble: 'oldSpreadsheet' }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return { ok: false, trouble: 'notATable' }
  return readText(file.name, bytes)
}

async function readText(name: string, bytes: Uint8Array): Promise<TableFileReading> {
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, trouble: 'notATable' }
  const { encoding } = decoded
  // A first line `sep=…` is a directive for Excel.
  const text = decoded.text.replace(/^sep=.\r?\n/i, '')
  const { parse } = (await import('papaparse')).default
  const cut = (delimiter: string, preview = 0) =>
    parse<string[]>(text, { delimiter, preview, skipEmptyLines: false }).data
  const { separator, width } = separatorOf((each) => cut(each, previewLines))
  if (text.trim() === '') return { ok: false, trouble: 'empty' }
  if (width < 2) return { ok: false, trouble: 'oneColumn' }
  const table = tableOf(null, cut(separator))
  return table
    ? { ok: true, file: { name, text: { encoding, separator }, tables: [table] } }
    : { ok: false, trouble: 'empty' }
}

async function readSpreadsheet(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<TableFileReading> {
  try {
    const { default: readSheets } = await import('read-excel-file/browser')
    const sheets = await readSheets(bytes.buffer)
    const [first, ...others] = sheets.flatMap(
      ({ sheet, data }): FileTable | FileTable[] =>
        tableOf(
          sheet,
          data.map((row) => row.map(cellText)),
        ) ?? [],
    )
    return first
      ? { ok: true, file: { name, text: null, tables: [first, ...others] } }
      : { ok: false, trouble: 'empty' }
  } catch {
    return { ok: false, trouble: 'brokenSpreadsheet' }
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'oui' : 'non'
  // 15 significant digits, to remove float noise of formulas such as 0.1 + 0.2.
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : ''
}
