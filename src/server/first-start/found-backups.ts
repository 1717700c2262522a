import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { basesInOrder, readLines, shopFolders } from '#server/backup/medium.ts'

/** The backup of one pharmacy on a medium, as far as it says so without its key. */
export type FoundBackup = {
  /** The folder to restore from. */
  folder: string
  /** The medium, and the folder on it. */
  medium: string
  name: string
  /** When its oldest and its newest complete base were taken, and when its log was last written. */
  oldestAt: string
  newestAt: string
  loggedAt: string | null
  /** The mark of the sheet whose key opens it. */
  recipient: string
}

/** Where systems show what is plugged in: `/media/USER/STICK`. */
const mounts = ['/media', '/run/media', '/mnt']

/** The backups on the media that are plugged in, and in the folders named. What cannot be read has none. */
export async function findBackups(named: readonly string[]): Promise<FoundBackup[]> {
  const folders = new Set([...named.map((folder) => resolve(folder)), ...(await mediaHere())])
  const found = await Promise.all([...folders].map((folder) => backupsIn(folder).catch(() => [])))
  const byFolder = new Map(found.flat().map((backup) => [backup.folder, backup]))
  return [...byFolder.values()].toSorted((one, other) => (one.newestAt < other.newestAt ? 1 : -1))
}

async function mediaHere(): Promise<string[]> {
  if (process.platform === 'win32') return Array.from('DEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `${letter}:\\`)
  const first = (await Promise.all(mounts.map(foldersIn))).flat()
  return [...first, ...(await Promise.all(first.map(foldersIn))).flat()]
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}

async function backupsIn(medium: string): Promise<FoundBackup[]> {
  const backups: FoundBackup[] = []
  for (const folder of await shopFolders(medium)) {
    const lines = await readLines(folder)
    const bases = basesInOrder(lines)
    const [oldest, newest] = [bases[0], bases.at(-1)]
    if (!oldest || !newest) continue
    const last = lines.find(({ name }) => name === newest.line)?.logs.at(-1)
    const written = last && (await stat(last.path).catch(() => undefined))
    backups.push({
      folder,
      medium,
      name: basename(folder),
      oldestAt: oldest.finishedAt,
      newestAt: newest.finishedAt,
      loggedAt: written?.mtime.toISOString() ?? null,
      recipient: newest.recipient,
    })
  }
  return backups
}
