import { AppError } from '#shared/domain/errors.ts'
import { tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { readTableApart } from '#server/base/read-table.ts'

/** The most lines of a note. */
export const mostNoteRows = 20_000
/** Notes have 30 columns at most; what was read is stored and judged by the server's only thread. */
const mostNoteCells = 600_000

/**
 * The tables of a supplier's file; its first row may be data. Throws `deliveryImports:unreadableFile` with the reason in
 * French.
 */
export async function readNoteFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<readonly FileTable[]> {
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  const reading = await readTableApart(name, bytes, { headers: 'optional', cells: mostNoteCells })
  if (!reading.ok)
    throw new AppError('deliveryImports:unreadableFile', {
      reason: isPdf
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
