import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SetAside } from '#server/import/set-aside.ts'

/**
 * Writes the rows set aside to a file in the data directory, replacing that of the previous import. Returns its path.
 */
export async function writeSetAside(dataDirectory: string, setAside: SetAside): Promise<string> {
  const directory = join(dataDirectory, 'import')
  await mkdir(directory, { recursive: true })
  const path = join(directory, 'bdpm-set-aside.tsv')
  // the byte order mark tells spreadsheets that the file is UTF-8
  await writeFile(path, `\ufeff${setAside.toTsv()}`)
  return path
}
