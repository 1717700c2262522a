import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { RegisterProfile } from '#shared/contract/register-imports.ts'
import { tableBounds } from '#shared/domain/files/table-bounds.ts'
import { tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import type { FileTable, TableFile } from '#shared/domain/files/table-file.ts'
import { registerBarrier, registerFile, type MappedRegister } from '#shared/domain/registers/register-file.ts'
import { readTableApart } from '#server/base/read-table.ts'
import { ImportError } from '#server/import/import-error.ts'
import type { ProductsCommandLine } from '#server/import/products-command-line.ts'

export type RegisterFileReading = { file: TableFile; table: FileTable; mapped: MappedRegister }

/**
 * Reads the file of a register with the kept profile, the detected columns and those of the command line. Throws
 * ImportError when it cannot be read as a register.
 */
export async function readRegisterFile(
  { file: path, sheet, columns, decimals }: Pick<ProductsCommandLine, 'file' | 'sheet' | 'columns' | 'decimals'>,
  kept: RegisterProfile | null,
): Promise<RegisterFileReading> {
  const name = basename(path)
  const reading = await readTableApart(name, await bytesOf(path))
  if (!reading.ok) throw new ImportError([`${name} : ${tableTroubleTexts[reading.trouble]}`])
  const table = reading.file.tables[sheet - 1]
  if (!table) throw new ImportError([`${name} n’a que ${reading.file.tables.length} feuille(s) avec un tableau`])
  for (const header of Object.values<string | undefined>(columns))
    if (header && !table.headers.includes(header))
      throw new ImportError([`« ${header} » n’est pas une colonne : ${table.headers.join(', ')}`])
  const mapped = registerFile(table, kept, { columns, decimals })
  const barrier = registerBarrier(mapped)
  if (barrier) throw new ImportError([`${name} : ${barrier}`, `Colonnes du fichier : ${table.headers.join(', ')}`])
  return { file: reading.file, table, mapped }
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if ((await stat(path)).size > tableBounds.bytes)
      throw new ImportError([`${basename(path)} : ${tableTroubleTexts.tooLarge}`])
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError([`${path} ne se lit pas`])
  }
}
