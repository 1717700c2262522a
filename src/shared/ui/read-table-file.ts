import { askTableWorker } from './table-work.ts'
import type { TableFileReading } from '#shared/domain/files/table-file.ts'

/** Reads a CSV or XLSX file in the worker of files. Never throws and always ends: problems are part of the result. */
export async function readTableFile(file: File): Promise<TableFileReading> {
  try {
    return await askTableWorker({ do: 'read', file })
  } catch {
    return { ok: false, trouble: 'tooHeavy' }
  }
}
