import { separatorOf, tableOf, type FileTable, type TableFileReading } from '#shared/domain/files/table-file.ts'
import { decodeText } from '#shared/domain/files/text-encoding.ts'

/** The two parsers that a browser and a server load from different places. */
export type TableParsers = {
  /** Splits CSV text into rows of cells. `preview`: the most rows, 0 for all. */
  parseCsv: (text: string, options: { delimiter: string; preview: number }) => readonly (readonly string[])[]
  /** The sheets of an XLSX file. Rejects a damaged or protected one. */
  readSheets: (bytes: Uint8Array<ArrayBuffer>) => Promise<readonly { sheet: string; data: readonly unknown[][] }[]>
}

type Reader = TableParsers & { headers: 'expected' | 'optional' }

export const mostTableBytes = 15_000_000
const previewLines = 60
const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/**
 * Reads the content of a CSV or XLSX file. Never throws: problems are part of the result. `headers`: whether the first
 * row may be data (`tableOf`).
 */
export async function readTableBytes(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  { headers = 'expected', ...parsers }: TableParsers & { headers?: 'expected' | 'optional' },
): Promise<TableFileReading> {
  if (bytes.length > mostTableBytes) return { ok: false, trouble: 'tooLarge' }
  if (bytes.length === 0) return { ok: false, trouble: 'empty' }
  // The format is detected by content, because file names may be wrong.
  if (startsWith(bytes, 0x50, 0x4b)) return readSpreadsheet(name, bytes, { ...parsers, headers })
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { ok: false, trouble: 'oldSpreadsheet' }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return { ok: false, trouble: 'notATable' }
  return readText(name, bytes, { ...parsers, headers })
}

function readText(name: string, bytes: Uint8Array, { parseCsv, headers }: Reader): TableFileReading {
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, trouble: 'notATable' }
  const { encoding } = decoded
  // A first line `sep=…` is a directive for Excel.
  const text = decoded.text.replace(/^sep=.\r?\n/i, '')
  const { separator, width } = separatorOf((delimiter) => parseCsv(text, { delimiter, preview: previewLines }))
  if (text.trim() === '') return { ok: false, trouble: 'empty' }
  if (width < 2) return { ok: false, trouble: 'oneColumn' }
  const table = tableOf(null, parseCsv(text, { delimiter: separator, preview: 0 }), headers)
  return table
    ? { ok: true, file: { name, text: { encoding, separator }, tables: [table] } }
    : { ok: false, trouble: 'empty' }
}

async function readSpreadsheet(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  { readSheets, headers }: Reader,
): Promise<TableFileReading> {
  try {
    const sheets = await readSheets(bytes)
    const [first, ...others] = sheets.flatMap(
      ({ sheet, data }): FileTable | FileTable[] =>
        tableOf(
          sheet,
          data.map((row) => row.map(cellText)),
          headers,
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
