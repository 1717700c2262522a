import { once } from 'node:events'
import { chown, lchown, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Account } from '#server/db/embedded/account.ts'
import { removeAbandoned, syncFolder, type Place } from '#server/db/embedded/data-directory.ts'
import { connectReplication, openBackupLogin, takeBase } from '#server/db/embedded/replication.ts'
import { exchangeData } from '#server/db/embedded/swap.ts'
import { untar } from '#server/backup/untar.ts'
import { differingFile } from '#server/backup/unpack-backup.ts'

/**
 * Copies the files of the first computer’s PostgreSQL beside our data directory, under a new slot of this name that keeps the
 * log from then on. Resolves with the folder; every file was compared with PostgreSQL’s own list. Throws and leaves nothing.
 */
export async function copyFirst(
  { folder }: Pick<Place, 'folder'>,
  { url, slot, account }: { url: string; slot: string; account: Account | undefined },
): Promise<string> {
  const login = await openBackupLogin(url)
  try {
    for (const { name } of await login.slots(slot)) await login.dropSlot(name)
    await login.createSlot(slot)
  } finally {
    await login.end()
  }
  await removeAbandoned(folder)
  const part = join(folder, `data.part-${process.pid}-${randomBytes(4).toString('hex')}`)
  await mkdir(part, { mode: 0o700 })
  try {
    const client = await connectReplication(url)
    try {
      const pieces = new PassThrough()
      let draining: Promise<void> | undefined
      const unpacking = untar(pieces as AsyncIterable<Buffer>, part)
      unpacking.catch((error: Error) => pieces.destroy(error))
      const taking = takeBase(client, 'standby', (bytes) => {
        if (pieces.destroyed) return Promise.reject(pieces.errored ?? new Error('the copy stopped'))
        if (pieces.write(bytes)) return undefined
        // Several pieces arrive before the stream stops: they wait together.
        return (draining ??= once(pieces, 'drain').then(() => void (draining = undefined)))
      }).finally(() => pieces.end())
      const [{ manifest }, files] = await Promise.all([taking, unpacking])
      const differing = differingFile(files, manifest.toString())
      if (differing !== undefined) throw new Error(`${differing} is not what was copied`)
    } finally {
      await client.end().catch(() => undefined)
    }
    await writeFile(join(part, 'standby.signal'), '', { mode: 0o600 })
    await syncAll(part)
    if (account) {
      await chown(part, account.uid, account.gid)
      for (const entry of await readdir(part, { recursive: true }))
        await lchown(join(part, entry), account.uid, account.gid)
    }
    return part
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * Puts a copy in its place. PostgreSQL does not run. Killed at any point, `undoSwap` puts the former copy back, or the new one
 * stands.
 */
export async function settleCopy(place: Place, part: string): Promise<void> {
  const hasFormer = await stat(place.data).then(
    () => true,
    () => false,
  )
  if (!hasFormer) {
    await rename(part, place.data)
    return syncFolder(place.folder)
  }
  const kept = join(place.folder, `data.part-${process.pid}-${randomBytes(4).toString('hex')}-old`)
  await exchangeData(place, { next: part, kept })
  await rm(kept, { recursive: true, force: true })
}

/** The former copy is removed when the new one stands, so it must also be there after a power cut. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await syncFolder(path)
    if (!entry.isFile()) continue
    const handle = await open(path, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  await syncFolder(folder)
}
