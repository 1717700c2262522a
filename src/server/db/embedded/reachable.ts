import { stat } from 'node:fs/promises'
import { dirname, parse } from 'node:path'
import type { Account } from '#server/db/embedded/account.ts'

const search = 0o1

/** The first folder on the way to `path` that the account may not enter; undefined when the path is reachable. */
export async function closedFolder(path: string, account: Account): Promise<string | undefined> {
  for (const folder of foldersTo(path)) {
    const { mode, uid, gid } = await stat(folder)
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    if (((mode >> shift) & search) === 0) return folder
  }
  return undefined
}

/** Every folder above `path`, from the root down. */
function foldersTo(path: string): string[] {
  const folder = dirname(path)
  return folder === parse(folder).root ? [folder] : [...foldersTo(folder), folder]
}
