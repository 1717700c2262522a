import { randomUUID } from 'node:crypto'
import type { RegisterCounts } from '#shared/contract/register-imports.ts'
import type { Database } from '#server/db/database.ts'
import { ImportError } from '#server/import/import-error.ts'
import { leftRowsTsv, printRegister } from '#server/import/print-register.ts'
import type { ProductsCommandLine } from '#server/import/products-command-line.ts'
import { readRegisterFile } from '#server/import/read-register-file.ts'
import {
  checkRegister,
  importRegisterNow,
  readRegisterProfile,
} from '#server/register-imports/register-import.service.ts'
import { AppError } from '#shared/domain/errors.ts'

export type ProductsOptions = {
  now: Date
  say: (lines: readonly string[]) => void
  /** Writes the rows that the import leaves out; returns the path of the file. */
  writeLeft: (tsv: string) => Promise<string>
  report: (percent: number) => void
}

/**
 * Shows what an import of a register would do and, with `yes`, does it. Returns the counts of what was written; null
 * without `yes`. Throws ImportError when the file or the country cannot be used.
 */
export async function importProducts(
  database: Database,
  commandLine: ProductsCommandLine,
  { now, say, writeLeft, report }: ProductsOptions,
): Promise<RegisterCounts | null> {
  const { countryCode, proposals, yes } = commandLine
  const { profile } = await readRegisterProfile({ database }, countryCode).catch((error: unknown) => {
    throw error instanceof AppError ? new ImportError([`le pays ${countryCode} n’est pas dans cette base`]) : error
  })
  const reading = await readRegisterFile(commandLine, profile)
  const { columns, decimals, rows } = reading.mapped
  const file = { countryCode, decimals, rows }
  const first = await checkRegister(database, { ...file, decisions: [] })
  const decisions =
    proposals === 'skip'
      ? []
      : first.rows.flatMap(({ line, proposals: [best] }) =>
          best ? [{ line, productId: proposals === 'accept' ? best.id : null }] : [],
        )
  const checked = decisions.length > 0 ? await checkRegister(database, { ...file, decisions }) : first
  const leaves = checked.aside + checked.proposed > 0
  say(printRegister(reading, checked.rows, leaves ? await writeLeft(leftRowsTsv(checked.rows)) : null))
  if (!yes) {
    say(['', 'Rien n’est enregistré. Ajoutez --yes pour importer.'])
    return null
  }
  const { name } = reading.file
  return importRegisterNow(
    database,
    { ...file, decisions, id: randomUUID(), fileName: name.slice(0, 200), columns },
    { now, report },
  )
}
