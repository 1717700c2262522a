import { inertText } from '#shared/domain/inert-text.ts'

/**
 * A column of an export. A `text` value is untrusted input and is escaped; a `number` is written as is, and is empty
 * for null.
 */
export type CsvColumn<Row> = { title: string } & (
  { text: (row: Row) => string | null } | { number: (row: Row) => string | number | null }
)

/** A part of a CSV file: its text, and how many rows of the list it holds. */
export type CsvPiece = { text: string; rows: number }

export const byteOrderMark = '\uFEFF'

/**
 * Pages of rows as the text of a CSV file that a French spreadsheet opens: `;` between cells, decimal comma, UTF-8 with
 * its mark. The next page is read only when the text of the former one was taken. The titles come with the first page,
 * so that an error in it is still answered as an error.
 */
export async function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<CsvPiece> {
  let titles = byteOrderMark + lineOf(columns.map(({ title }) => title))
  for await (const rows of pages) {
    if (rows.length === 0) continue
    const lines = rows.map((row) => lineOf(columns.map((column) => cellOf(column, row))))
    yield { text: titles + lines.join(''), rows: rows.length }
    titles = ''
  }
  if (titles) yield { text: titles, rows: 0 }
}

/** Rows of cells as lines of such a file, without its mark. A number is written as it is. */
export function csvLines(rows: readonly (readonly (string | { number: string | number } | null)[])[]): string {
  return rows
    .map((cells) =>
      lineOf(cells.map((cell) => (cell !== null && typeof cell === 'object' ? String(cell.number) : textCell(cell)))),
    )
    .join('')
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(';')}\r\n`
}

/** Writes minor units as a decimal number. Works on the digits, so that no rounding occurs. */
export function csvAmount(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${amount < 0 ? '-' : ''}${whole}${decimals === 0 ? '' : `,${digits.slice(-decimals)}`}`
}

function cellOf<Row>(column: CsvColumn<Row>, row: Row): string {
  if ('number' in column) return String(column.number(row) ?? '')
  return textCell(column.text(row))
}

function textCell(text: string | null): string {
  const harmless = inertText(text ?? '')
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
