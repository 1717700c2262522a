import writeXlsxFile, { type Cell } from 'write-excel-file/browser'
import type { Currency } from './money-format.ts'
import { type ExportColumn, type ExportValue, majorText, priceDigits } from './table-export.ts'

const narrowest = 10
const widest = 50

/** An Excel file with typed numbers and dates. Texts are typed as text, so that none is evaluated as a formula. */
export function xlsxOf<T>(
  name: string,
  columns: readonly ExportColumn<T>[],
  rows: readonly T[],
  currency: Currency,
): Promise<Blob> {
  const header = columns.map((column): Cell => ({ value: column.header, fontWeight: 'bold' }))
  const body = rows.map((row) => columns.map(({ exported }) => xlsxCell(exported(row), currency)))
  const widths = columns.map((column) => ({
    width: Math.max(
      narrowest,
      Math.min(
        widest,
        Math.max(column.header.length, ...rows.slice(0, 200).map((row) => lengthOf(column.exported(row)))) + 2,
      ),
    ),
  }))
  return writeXlsxFile([header, ...body], { sheet: sheetName(name), columns: widths, stickyRowsCount: 1 }).toBlob()
}

function xlsxCell(value: ExportValue, currency: Currency): Cell {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'string') return { value, type: String }
  if ('money' in value)
    return {
      value: Number(majorText(value.money, currency)),
      type: Number,
      format: currency.decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(currency.decimals)}`,
    }
  if ('price' in value) {
    const digits = priceDigits(value.price, currency)
    const places = digits.split(',')[1]?.length ?? 0
    return {
      value: Number(digits.replace(',', '.')),
      type: Number,
      format: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
    }
  }
  if ('day' in value) return { value: new Date(`${value.day}T00:00:00.000Z`), type: Date, format: 'dd/mm/yyyy' }
  return { value: wallClock(new Date(value.moment)), type: Date, format: 'dd/mm/yyyy hh:mm' }
}

/** Spreadsheets have no time zones: the cell gets the local time. */
function wallClock(moment: Date): Date {
  return new Date(
    Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate(), moment.getHours(), moment.getMinutes()),
  )
}

/** Excel forbids some characters in sheet names, and more than 31 characters. */
function sheetName(name: string): string {
  return name.replaceAll(/[\\/?*:[\]]/g, ' ').slice(0, 31)
}

function lengthOf(value: ExportValue): number {
  return value === null ? 0 : typeof value === 'object' ? 12 : String(value).length
}
