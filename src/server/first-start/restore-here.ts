import { readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { syncFolder } from '#server/db/embedded/data-directory.ts'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { erasedElsewhere, type ErasedElsewhere } from '#server/backup/erased-elsewhere.ts'
import { restore, type Restored, type RestoreOrder } from '#server/backup/restore.ts'

/** What lies in the folder of PostgreSQL before it has a database, also after a start that was killed while making one. */
const beforeDatabase = /^(bin|native|log|password(\.part-.*)?|data\.part-.*)$/

/** Whether a data directory has no database yet. One that is exchanged for another version counts as one. */
export async function hasNoDatabase(dataDirectory: string): Promise<boolean> {
  const names = await readdir(join(resolve(dataDirectory), 'postgresql')).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : ['unreadable'],
  )
  return names.every((name) => beforeDatabase.test(name))
}

/**
 * Restores into a data directory without a database. The account of a service may write there and not beside it, so the
 * restored folder is made inside and its parts are moved up, the database last: whatever ends it before, the next start
 * asks again. Who was erased, as a list that lies here or the bucket `place` knows, is erased in it. `fault`: why that
 * bucket was not read. Throws as `restore` does.
 */
export async function restoreHere(
  dataDirectory: string,
  { place, ...order }: Omit<RestoreOrder, 'to' | 'erased'> & Pick<ErasedElsewhere, 'place'>,
): Promise<Restored & { fault: string | null }> {
  const target = resolve(dataDirectory)
  if (!(await hasNoDatabase(target))) throw new RestoreRefusal(`${target} a déjà une base. Rien n’a été touché.`)
  const made = join(target, 'restored')
  // Of a start that was killed between the restore and the move.
  await rm(made, { recursive: true, force: true })
  const { erased, fault } = await erasedElsewhere({ dataDirectory, place, identity: order.key.identity })
  const restored = await restore({ ...order, to: made, erased })
  const names = (await readdir(made)).toSorted(
    (one, other) => Number(one === 'postgresql') - Number(other === 'postgresql'),
  )
  for (const name of names) {
    if (name === 'postgresql') await rm(join(target, name), { recursive: true, force: true })
    await rename(join(made, name), join(target, name))
  }
  await syncFolder(target)
  await rm(made, { recursive: true })
  return { ...restored, fault }
}
