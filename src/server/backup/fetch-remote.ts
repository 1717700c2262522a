import { mkdir, open, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { logReach } from '#shared/domain/backup/retention.ts'
import { chooseBase, RestoreRefusal } from '#server/backup/choose-base.ts'
import { logPlace } from '#server/backup/medium.ts'
import { filesOf, type RemoteFile } from '#server/backup/remote-holding.ts'
import { RemoteFault, type RemoteStore } from '#server/backup/remote-store.ts'
import { segmentStart } from '#server/backup/unpack-backup.ts'

const manifestPath = /^officine-\d+\/officine_\w+\/base-\w+\/manifest\.json$/
const logPath = /^officine-\d+\/officine_\w+\/log\/([^/]+)$/
const listPath = /^officine-\d+\/officine_\w+\/erased-\w+\.part$/
/** Other names are not ours: nothing of a bucket is written under a name that it chose. */
const partPath = /^officine-\d+\/officine_\w+\/base-\w+\/[\w-]+(\.[\w-]+)+$/

/**
 * Brings what a restore needs from a bucket into a folder beside its target, and answers that folder, which `restore`
 * takes as a medium. What is there already of an earlier try is not brought again. Throws `RestoreRefusal`.
 */
export async function fetchRemote(
  store: RemoteStore,
  {
    to,
    at,
    recipient,
    say,
  }: {
    to: string
    at: Date | undefined
    recipient: string
    say: (sentence: string) => void
  },
): Promise<string> {
  const target = resolve(to)
  const folder = join(dirname(target), `.${basename(target)}.remote`)
  try {
    const files = [...filesOf(await store.list()).values()]
    if (!files.some(({ path }) => manifestPath.test(path)))
      throw new RestoreRefusal('Ce compartiment ne contient pas de sauvegarde complète d’Officine.')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const file of files.filter(({ path }) => manifestPath.test(path) || listPath.test(path)))
      await bring(store, folder, file)
    const { base } = await chooseBase(folder, at, recipient)
    const inBase = `${pathBelow(folder, base.folder)}/`
    const line = dirname(inBase.slice(0, -1))
    const isLogAfter = (path: string): boolean => {
      const placed = path.startsWith(`${line}/`) ? logPlace(logPath.exec(path)?.[1] ?? '') : undefined
      return placed?.timeline === base.timeline && placed.start + logReach > segmentStart(base.start)
    }
    const needed = files.filter(({ path }) => (path.startsWith(inBase) && partPath.test(path)) || isLogAfter(path))
    const bytes = needed.reduce((sum, file) => sum + file.bytes, 0)
    say(`À recevoir du stockage distant : ${Math.ceil(bytes / 1_000_000)} Mo, dans ${folder}.`)
    for (const file of needed) await bring(store, folder, file)
    return folder
  } catch (error) {
    if (error instanceof RemoteFault)
      throw new RestoreRefusal(
        `${error.message.replace(/^./, (sign) => sign.toUpperCase())}. Relancez la commande : ce qui est reçu reste dans ${folder}.`,
        { cause: error },
      )
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new RestoreRefusal(`Il n’y a pas assez de place à côté de ${target}.`, { cause: error })
    throw error
  }
}

/** Brings the lists of erased persons alone, for a restore from another place. Throws `RemoteFault`. */
export async function fetchErased(store: RemoteStore, folder: string): Promise<void> {
  for (const file of filesOf(await store.list()).values())
    if (listPath.test(file.path)) await bring(store, folder, file)
}

async function bring(store: RemoteStore, folder: string, { path, bytes, pieces }: RemoteFile): Promise<void> {
  const whole = join(folder, path)
  if ((await stat(whole).catch(() => undefined))?.size === bytes) return
  const part = `${whole}.part-received`
  await mkdir(dirname(whole), { recursive: true })
  const had = (await stat(part).catch(() => undefined))?.size ?? 0
  const file = await open(part, 'a', 0o600)
  try {
    let from = 0
    // A piece that came in half is brought again whole.
    const whole = pieces.findIndex((piece) => (from += piece.bytes) > had)
    const first = whole === -1 ? pieces.length : whole
    await file.truncate(pieces.slice(0, first).reduce((sum, piece) => sum + piece.bytes, 0))
    for (const piece of pieces.slice(first)) {
      const content = await store.get(piece.key)
      if (content.length !== piece.bytes) throw new RemoteFault('le stockage distant a rendu un morceau incomplet')
      await file.appendFile(content)
    }
  } finally {
    await file.close()
  }
  await rename(part, whole)
}

function pathBelow(folder: string, path: string): string {
  return path.slice(folder.length + 1).replaceAll('\\', '/')
}
