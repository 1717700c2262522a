import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { openDatabase, type Database, type DatabaseOptions } from '#server/db/database.ts'
import { ImportError } from '#server/import/import-error.ts'

/** Opens the database of an import command. Throws ImportError when a running server has it open. */
export async function openReferential(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    throw error instanceof EmbeddedError ? new ImportError([error.message]) : error
  }
}

/** The lines for a terminal about an import that failed. */
export function complaintOf(error: unknown): string[] {
  if (error instanceof ImportError) return ['Rien n’a été importé.', ...error.problems.map((problem) => `  ${problem}`)]
  return [
    'Rien n’a été importé, à cause d’une erreur imprévue :',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ]
}
