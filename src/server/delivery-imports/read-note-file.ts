import papaparse from 'papaparse'
import readSheets from 'read-excel-file/node'
import { readTableBytes } from '#shared/domain/files/read-table-bytes.ts'
import { tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { AppError } from '#shared/domain/errors.ts'

/** The most lines of a note. */
export const mostNoteRows = 20_000

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/**
 * The tables of a supplier's file; its first row may be data. Throws `deliveryImports:unreadableFile` with the reason in
 * French.
 */
export async function readNoteFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<readonly FileTable[]> {
  const reading = await readTableBytes(name, bytes, {
    headers: 'optional',
    parseCsv: (text, options) => papaparse.parse<string[]>(text, { ...options, skipEmptyLines: false }).data,
    readSheets: (content) => readSheets(Buffer.from(content)),
  })
  if (!reading.ok)
    throw new AppError('deliveryImports:unreadableFile', {
      reason: isPdf(bytes)
        ? 'Un BL en PDF ne peut pas être lu. Demandez-le en CSV ou en Excel, ou saisissez la livraison au scanner.'
        : tableTroubleTexts[reading.trouble],
    })
  const longest = Math.max(...reading.file.tables.map(({ rows }) => rows.length))
  if (longest > mostNoteRows)
    throw new AppError('deliveryImports:unreadableFile', {
      reason: `Ce fichier a ${longest} lignes : ${mostNoteRows} au plus.`,
    })
  return reading.file.tables
}
