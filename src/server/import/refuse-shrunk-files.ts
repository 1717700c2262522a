import type { FileFacts } from '#server/import/bdpm-files.ts'
import { ImportError } from '#server/import/import-error.ts'
import type { LastCount } from '#server/import/referential-imports.repo.ts'

const whole = new Intl.NumberFormat('fr-FR')
const day = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC' })

/**
 * Throws ImportError, with both counts, when a file has less than 80 % of the lines of the last import: it may be
 * truncated.
 */
export function refuseShrunkFiles(files: readonly FileFacts[], last: readonly LastCount[]): void {
  const problems = files.flatMap(({ file, lines }) => {
    const before = last.find((count) => count.file === file)
    return before && lines * 10 < before.lines * 8
      ? [
          `${file} : ${whole.format(lines)} lignes, contre ${whole.format(before.lines)} à l’import du ${day.format(before.importedAt)}`,
        ]
      : []
  })
  if (problems.length > 0)
    throw new ImportError([...problems, 'Si ces fichiers sont entiers, recommencez avec --accept-shorter.'])
}
