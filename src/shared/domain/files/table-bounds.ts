import type { TableFileTrouble } from '#shared/domain/files/table-file.ts'

/**
 * What a stranger's file may contain. Each bound is checked before anything of that size is built, in the window and on
 * the server: a spreadsheet of 2 kB may declare 17 billion cells, and unpack to a thousand times its size.
 */
export const tableBounds = {
  /** Of the file. */
  bytes: 15_000_000,
  /** Of the parts of a spreadsheet that are read, all together. */
  unpackedBytes: 100_000_000,
  /** Parts of a spreadsheet. */
  parts: 2_000,
  columns: 1_000,
  /** Rows × columns of all tables. */
  cells: 2_000_000,
  /** Signs of a line of a text file. */
  lineLength: 100_000,
} as const

/** A file that goes beyond a bound, or that has no content to read. */
export class TableFault extends Error {
  override readonly name = 'TableFault'
  readonly trouble: TableFileTrouble
  constructor(trouble: TableFileTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

/** Throws TableFault for tables that are too wide, or have too many cells together. */
export function checkSizes(sizes: readonly { rows: number; columns: number }[], cells: number): void {
  if (sizes.some(({ columns }) => columns > tableBounds.columns)) throw new TableFault('tooManyColumns')
  if (sizes.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > cells) throw new TableFault('tooManyCells')
}

/** Throws TableFault for a text with a line that is too long. */
export function checkLines(text: string): void {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const sign = text.charCodeAt(at)
    if (at < text.length && sign !== 10 && sign !== 13) continue
    if (at - start > tableBounds.lineLength) throw new TableFault('lineTooLong')
    start = at + 1
  }
}

/** Throws TableFault for a text with more separators and lines than a table may have cells. */
export function checkSeparators(text: string, separator: string, cells: number): void {
  const code = separator.charCodeAt(0)
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if ((sign === code || sign === 10 || sign === 13) && ++count > cells) throw new TableFault('tooManyCells')
  }
}

/** A part of a zip file, as its directory declares it. `compression`: 0 when it is stored as it is. */
type ZipPart = { name: string; size: number; originalSize: number; compression: number }

/** Parts of a spreadsheet that are not read: pictures, drawings, properties, totals of formulas. */
const unreadParts =
  /^(?:docProps|customXml|xl\/(?:theme|drawings|charts|media|embeddings|printerSettings|externalLinks|pivotTables|pivotCache|tables|comments\d*\.xml|calcChain\.xml))/
const isRead = (name: string): boolean => /\.(?:xml|rels)$/.test(name) && !unreadParts.test(name)

/**
 * Tells which parts of a zip file are read, one call for each part of its directory. Throws TableFault when there are too
 * many parts, or when what is read would take too many bytes.
 */
export function zipCounter(): (part: ZipPart) => boolean {
  let parts = 0
  let bytes = 0
  return ({ name, size, originalSize, compression }) => {
    if (++parts > tableBounds.parts) throw new TableFault('tooManyParts')
    if (!isRead(name)) return false
    bytes += compression === 0 ? size : originalSize
    if (!(bytes <= tableBounds.unpackedBytes)) throw new TableFault('tooMuchUnpacked')
    return true
  }
}

/** The last row of Excel. */
const lastRow = 1_048_576
const address = /^([A-Z]{1,3})?(\d{1,7})$/
const addresses = /\br\s*=\s*(?:"([^"]*)"|'([^']*)')((?:\s+[\w:]+="[^"<>&]*")*\s*\/>)?/g

/**
 * The rows and columns that the cells of a sheet span. An element without content (`<c r="XFD1"/>`) is only a format,
 * and spans none. Every attribute `r` counts, wherever it stands: so no way to write an element escapes the bound.
 * Throws TableFault for an address that is none.
 */
export function sizeOfSheet(xml: string): { rows: number; columns: number } {
  let rows = 0
  let columns = 0
  for (const [, double, single, isEmpty] of xml.matchAll(addresses)) {
    const value = double ?? single ?? ''
    // The namespace `xmlns:r`.
    if (value.includes('://')) continue
    const [, letters = '', digits] = address.exec(value) ?? []
    if (digits === undefined || Number(digits) > lastRow) throw new TableFault('brokenSpreadsheet')
    if (isEmpty) continue
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, numberOfColumn(letters))
  }
  return { rows, columns }
}

/** « A » is 1, « XFD » 16,384. */
function numberOfColumn(letters: string): number {
  let number = 0
  for (let at = 0; at < letters.length; at++) number = number * 26 + letters.charCodeAt(at) - 64
  return number
}
