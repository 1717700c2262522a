/**
 * A column of an export. A `text` value is untrusted input and is escaped; a `number` is written as is, and is empty
 * for null.
 */
export type CsvColumn<Row> = { title: string } & (
  { text: (row: Row) => string | null } | { number: (row: Row) => string | number | null }
)

const byteOrderMark = '\uFEFF'
/** A spreadsheet runs cells that begin with these characters as formulas. A leading apostrophe makes them text. */
const runs = /^[=+\-@\t\r]/

/** Writes rows as CSV for a French spreadsheet: `;` between cells, decimal comma, UTF-8 with a byte order mark. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => cellOf(column, row)))]
  return `${byteOrderMark}${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

/** Writes minor units as a decimal number. Works on the digits, so that no rounding occurs. */
export function csvAmount(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${amount < 0 ? '-' : ''}${whole}${decimals === 0 ? '' : `,${digits.slice(-decimals)}`}`
}

function cellOf<Row>(column: CsvColumn<Row>, row: Row): string {
  if ('number' in column) return String(column.number(row) ?? '')
  const value = column.text(row) ?? ''
  const harmless = runs.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
