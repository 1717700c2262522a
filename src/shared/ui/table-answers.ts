import writeXlsxFile, { type Cell } from 'write-excel-file/universal'
import type { Currency } from './money-format.ts'
import { type ExportValue, majorText, priceDigits } from './table-export.ts'
import type { TableQuestion, XlsxSheet } from './table-work.ts'
import { localReadingOf } from '#shared/domain/dates.ts'
import { tableBounds } from '#shared/domain/files/table-bounds.ts'
import type { TableFileReading } from '#shared/domain/files/table-file.ts'
import { readTable } from '#shared/tables/read-table.ts'

/** What the worker of files answers. */
export function answerTables(question: TableQuestion): Promise<TableFileReading | Blob> {
  return question.do === 'read' ? readFile(question.file) : xlsxFile(question.sheet)
}

async function readFile(file: File): Promise<TableFileReading> {
  if (file.size > tableBounds.bytes) return { ok: false, trouble: 'tooLarge' }
  try {
    return readTable(file.name, new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { ok: false, trouble: 'gone' }
  }
}

const narrowest = 10
const widest = 50

/** An Excel file with typed numbers and dates. Texts are typed as text, so that none is evaluated as a formula. */
function xlsxFile({ name, headers, rows, currency, timeZone }: XlsxSheet): Promise<Blob> {
  const body = rows.map((row) => row.map((value) => xlsxCell(value, currency, timeZone)))
  const widths = headers.map((header, at) => ({
    width: Math.max(
      narrowest,
      Math.min(widest, Math.max(header.length, ...rows.slice(0, 200).map((row) => lengthOf(row[at] ?? null))) + 2),
    ),
  }))
  return writeXlsxFile([headers.map((value): Cell => ({ value, fontWeight: 'bold' })), ...body], {
    sheet: sheetName(name),
    columns: widths,
    stickyRowsCount: 1,
  }).toBlob()
}

function xlsxCell(value: ExportValue, currency: Currency, timeZone: string): Cell {
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
  // Spreadsheets have no time zones: the cell gets the time of the pharmacy.
  const minute = localReadingOf(new Date(value.moment), timeZone).slice(0, 16)
  return { value: new Date(`${minute}:00.000Z`), type: Date, format: 'dd/mm/yyyy hh:mm' }
}

/** Excel forbids some characters in sheet names, and more than 31 characters. */
function sheetName(name: string): string {
  return name.replaceAll(/[\\/?*:[\]]/g, ' ').slice(0, 31)
}

function lengthOf(value: ExportValue): number {
  return value === null ? 0 : typeof value === 'object' ? 12 : String(value).length
}
