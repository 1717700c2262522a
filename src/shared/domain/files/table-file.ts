import type { TextEncoding } from '#shared/domain/files/text-encoding.ts'

/** One table of a file: all cells as text, days as `2026-11-21`. */
export interface FileTable {
  /** Name of the sheet; null for a text file. */
  name: string | null
  /** Never empty, and unique. */
  headers: readonly string[]
  /** The position of each column in the file, from 0: columns without header and content are omitted. */
  positions: readonly number[]
  /**
   * Non-empty rows. `line`: the row number in a spreadsheet. `isCut`: a row of a text file with fewer cells than the
   * headers, where most rows have them all: the file is cut, or a quote stays open.
   */
  rows: readonly FileRow[]
}
export interface FileRow {
  line: number
  cells: readonly string[]
  isCut?: true
}

export interface TableFile {
  name: string
  /** How the text was decoded, to explain wrong characters. Null for a spreadsheet. */
  text: { encoding: TextEncoding; separator: Separator } | null
  /** Tables with rows, in file order. */
  tables: readonly [FileTable, ...FileTable[]]
}

export const separators = [';', ',', '\t', '|'] as const
export type Separator = (typeof separators)[number]

export type TableFileTrouble =
  /** No content, or no rows below the headers. */
  | 'empty'
  /** The format of Excel before 2007. */
  | 'oldSpreadsheet'
  /** A spreadsheet that cannot be opened: damaged or protected by a password. */
  | 'brokenSpreadsheet'
  /** Another file type, such as an image or a PDF. */
  | 'notATable'
  /** Only one column: no known separator. */
  | 'oneColumn'
  | 'tooLarge'
  /** Beyond a bound (`tableBounds`). */
  | 'tooMuchUnpacked'
  | 'tooManyParts'
  | 'tooManyColumns'
  | 'tooManyCells'
  | 'lineTooLong'
  /** The reading took too long, or too much memory. */
  | 'tooHeavy'
  /** The file was moved or deleted after it was chosen. */
  | 'gone'

export type TableFileReading = { ok: true; file: TableFile } | { ok: false; trouble: TableFileTrouble }

/** Number of rows searched for the headers: there may be a title above. */
const lookedForHeaders = 20

/**
 * Splits cells into headers and non-empty rows. Null when either is missing. `headers`: `expected`, or `optional` for
 * files that often have none: when the first full row holds data, its columns are « Colonne 1 », « Colonne 2 » …
 */
export function tableOf(
  name: string | null,
  cells: readonly (readonly string[])[],
  headers: 'expected' | 'optional' = 'expected',
): FileTable | null {
  const filled = cells.map((row) => row.filter((cell) => cell.trim() !== '').length)
  const widest = Math.max(0, ...filled.slice(0, lookedForHeaders))
  const firstFull = filled.findIndex((count) => count >= Math.max(2, widest / 2))
  if (firstFull < 0) return null
  if (headers === 'optional' && holdsData(cells[firstFull]!)) {
    const usual = commonest(cells.slice(firstFull).filter((_, at) => filled[firstFull + at]! > 0))
    return tableBelow(name, [Array.from({ length: usual }, () => ''), ...cells.slice(firstFull)], 0, firstFull)
  }
  return tableBelow(name, cells, firstFull, 1)
}

/** Headers are words: a row with a price, a quantity, a code or a day in it is data. */
function holdsData(row: readonly string[]): boolean {
  return row.some((cell) => /^\d[\d\s.,/-]*$/.test(cell.trim()))
}

/** The most frequent number of cells. */
function commonest(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

/** `firstLine`: the line number of the first of `cells` in the file. */
function tableBelow(
  name: string | null,
  cells: readonly (readonly string[])[],
  headerAt: number,
  firstLine: number,
): FileTable | null {
  const filled = cells.map((row) => row.filter((cell) => cell.trim() !== '').length)
  const rows = cells.flatMap((row, at) =>
    at > headerAt && filled[at]! > 0 ? [{ line: at + firstLine, cells: row.map((cell) => cell.trim()) }] : [],
  )
  const headed = cells[headerAt]!.length
  const whole = rows.filter((row) => row.cells.length >= headed).length
  const isCut = (row: FileRow): boolean => name === null && row.cells.length < headed && whole * 2 > rows.length
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), headed)
  const headers = namedColumns(cells[headerAt]!, width)
  // A column without header and content is an artefact of the spreadsheet.
  const used = headers.map(
    (_, at) => (cells[headerAt]![at] ?? '').trim() !== '' || rows.some((row) => (row.cells[at] ?? '') !== ''),
  )
  const keep = <T>(all: readonly T[], none: T): T[] => used.flatMap((isUsed, at) => (isUsed ? [all[at] ?? none] : []))
  return rows.length === 0
    ? null
    : {
        name,
        headers: keep(headers, ''),
        positions: keep([...headers.keys()], 0),
        rows: rows.map((row) => ({
          line: row.line,
          cells: keep(row.cells, ''),
          ...(isCut(row) ? { isCut: true as const } : {}),
        })),
      }
}

/** « Nom », « Nom (2) », « Colonne 3 »: unique names for all columns. */
function namedColumns(headers: readonly string[], width: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, at) => {
    const text = (headers[at] ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 180) || `Colonne ${at + 1}`
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return count === 1 ? text : `${text} (${count})`
  })
}

/**
 * The separator that splits most lines into the same number of cells, weighted by that number: a comma inside prices
 * gives few cells.
 */
export function separatorOf(cut: (separator: Separator) => readonly (readonly string[])[]): {
  separator: Separator
  width: number
} {
  const scores = separators.map((separator) => {
    const widths = cut(separator)
      .filter((row) => row.some((cell) => cell.trim() !== ''))
      .map((row) => row.length)
    const counts = new Map<number, number>()
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [width = 1, same = 0] =
      [...counts].filter(([each]) => each > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    return { separator, width, score: width > 1 ? (same / widths.length) * Math.log(width) : 0 }
  })
  return scores.reduce((best, each) => (each.score > best.score ? each : best))
}

/** Up to `most` different values of a column. */
export function samplesOf(table: FileTable, header: string, most = 3): string[] {
  const at = table.headers.indexOf(header)
  const found = new Set<string>()
  for (const { cells } of table.rows) {
    const cell = cells[at]
    if (cell) found.add(cell)
    if (found.size >= most) break
  }
  return [...found]
}
