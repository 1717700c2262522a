import { inertText } from '#shared/domain/inert-text.ts'
import { type SupplierPrice, supplierPriceText } from '#shared/domain/supplier-price.ts'
import { formatHour, formatShortDay } from './date-format.ts'
import { type Column } from './data-table-column.ts'
import { type Currency } from './money-format.ts'
import { withEnd } from './with-end.ts'

/** The content of an exported cell; money in minor units, the exact price of a supplier, days and moments as ISO texts. */
export type ExportValue =
  string | number | null | { money: number } | { price: SupplierPrice } | { day: string } | { moment: string }

/** An exportable column: the value of a cell, not its appearance. */
export interface ExportColumn<T> {
  header: string
  exported: (row: T) => ExportValue
}

/** A column of a table and of its export. */
export type ExportedColumn<T> = Column<T> & ExportColumn<T>

/** The whole list: rows in memory, or read from the server page by page. */
export type RowSource<T> =
  | { rows: readonly T[] }
  | {
      /** The total is that of the first page; later pages need none. */
      readPage: (page: number, size: number, signal: AbortSignal) => Promise<{ items: readonly T[]; total?: number }>
      /** New rows shift others to the next page: the key removes duplicates. */
      rowKey: (row: T) => string
    }
  | {
      /** Rows after a cursor; `next` is null at the end. New rows come before the first one and shift none. */
      readNext: (
        cursor: string | undefined,
        size: number,
        signal: AbortSignal,
      ) => Promise<{ items: readonly T[]; next: string | null }>
      /** Number of rows, for the progress. */
      expected: number
    }

export type ReadProgress = { read: number; total: number }

/** Large enough to be fast, small enough to show progress. */
const exportPageSize = 500

/** Attempts for a list that shrinks while it is read. */
const mostReadings = 3

/** The list changed during each attempt: rows would be missing. */
export class UnsteadyList extends Error {
  override readonly name = 'UnsteadyList'
}

/**
 * All rows, in order. Throws the errors of reading, `AbortError` when cancelled, and `UnsteadyList` rather than leave
 * rows out.
 */
export async function readAllRows<T>(
  source: RowSource<T>,
  onProgress: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<readonly T[]> {
  if ('rows' in source) return source.rows
  if ('readNext' in source) return readOn(source, onProgress, signal)
  for (let reading = 0; reading < mostReadings; reading++) {
    const rows = await readOnce(source, onProgress, signal)
    if (rows) return rows
  }
  throw new UnsteadyList()
}

async function readOn<T>(
  { readNext, expected }: Extract<RowSource<T>, { expected: number }>,
  onProgress: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<T[]> {
  const rows: T[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { items, next } = await withEnd(readNext(cursor, exportPageSize, signal))
    signal.throwIfAborted()
    rows.push(...items)
    onProgress({ read: rows.length, total: Math.max(rows.length, expected) })
    cursor = next
  }
  return rows
}

/** Null when rows left the list meanwhile, which shifts unread rows into pages already read. */
async function readOnce<T>(
  source: Extract<RowSource<T>, { rowKey: unknown }>,
  onProgress: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<T[] | null> {
  const rows = new Map<string, T>()
  let expected = 0
  for (let page = 0; ; page++) {
    const { items, total } = await withEnd(source.readPage(page, exportPageSize, signal))
    signal.throwIfAborted()
    if (page === 0) expected = total ?? items.length
    for (const row of items) rows.set(source.rowKey(row), row)
    onProgress({ read: rows.size, total: Math.max(rows.size, expected) })
    const isLast = items.length < exportPageSize && (page + 1) * exportPageSize >= expected
    if (items.length === 0 || isLast) return rows.size < expected ? null : [...rows.values()]
  }
}

const byteOrderMark = '\uFEFF'

/** A CSV file in the format of French spreadsheets: `;` between cells, decimal comma, UTF-8 with a byte order mark. */
export function csvOf<T>(columns: readonly ExportColumn<T>[], rows: readonly T[], currency: Currency): string {
  const lines = [
    columns.map(({ header }) => csvCell(header, currency)),
    ...rows.map((row) => columns.map(({ exported }) => csvCell(exported(row), currency))),
  ]
  return `${byteOrderMark}${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

/** Adds the byte order mark to a CSV file of the server: reading it as text removed the mark. */
export function markedCsv(text: string): string {
  return text.startsWith(byteOrderMark) ? text : `${byteOrderMark}${text}`
}

function csvCell(value: ExportValue, currency: Currency): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'string') return quoted(inertText(value))
  if ('money' in value) return majorText(value.money, currency).replace('.', ',')
  if ('price' in value) return priceDigits(value.price, currency)
  if ('day' in value) return formatShortDay(value.day)
  return `${formatShortDay(value.moment)} ${formatHour(value.moment)}`
}

function quoted(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** « 2334,45 »: without groups, for spreadsheets. */
export function priceDigits(price: SupplierPrice, { decimals }: Pick<Currency, 'decimals'>): string {
  return supplierPriceText(price, decimals).replaceAll('\u202f', '')
}

/** Minor units as a plain decimal number, computed on digits. */
export function majorText(amount: number, { decimals }: Pick<Currency, 'decimals'>): string {
  if (decimals === 0) return String(amount)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
