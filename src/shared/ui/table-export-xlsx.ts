import { pharmacyZone } from '#shared/pharmacy-time.ts'
import type { Currency } from './money-format.ts'
import type { ExportColumn } from './table-export.ts'
import { askTableWorker } from './table-work.ts'

/** An Excel file of these rows, made by the worker of files. */
export function xlsxOf<T>(
  name: string,
  columns: readonly ExportColumn<T>[],
  rows: readonly T[],
  currency: Currency,
  signal?: AbortSignal,
): Promise<Blob> {
  const sheet = {
    name,
    headers: columns.map(({ header }) => header),
    rows: rows.map((row) => columns.map(({ exported }) => exported(row))),
    currency,
    timeZone: pharmacyZone(),
  }
  return askTableWorker({ do: 'write', sheet }, signal)
}
