import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SetAside } from '#server/import/set-aside.ts'

/** Writes what was set aside under the data directory, over the file of the import before. Answers its path. */
export async function writeSetAside(dataDirectory: string, setAside: SetAside): Promise<string> {
  const directory = join(dataDirectory, 'import')
  await mkdir(directory, { recursive: true })
  const path = join(directory, 'bdpm-set-aside.tsv')
  // the mark tells spreadsheets that it is UTF-8
  await writeFile(path, `\ufeff${setAside.toTsv()}`)
  return path
}
