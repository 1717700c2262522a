import { lchown, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import { openDatabase } from '#server/db/database.ts'
import { serverAccount, type Account } from '#server/db/embedded/account.ts'
import { namedBinaries, readyBinaries } from '#server/db/embedded/binaries.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { isAlive } from '#server/db/embedded/is-alive.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { lastReplayed, writePosition } from '#server/db/embedded/replication.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { markCopies } from '#server/backup/copy.repo.ts'
import { checkParts, chooseBase, RestoreRefusal, type Choice } from '#server/backup/choose-base.ts'
import { addToErasedList, keepErased, readErased } from '#server/backup/erasures.ts'
import type { RecoveryKey } from '#server/backup/recovery-key.ts'
import type { Erased } from '#server/persons/erase-person.ts'
import { readKeys, unpackBase, unpackLog, writeKeys } from '#server/backup/unpack-backup.ts'

export type RestoreOrder = {
  /** The medium, or the folder of one pharmacy on it. */
  from: string
  /** The new data directory: absent or empty. */
  to: string
  /** The last commit that counts; undefined: all that is stored. */
  at?: Date | undefined
  /** Where the log was at that moment, exactly. */
  position?: bigint | undefined
  key: RecoveryKey
  /** Told what is being done. */
  onProgress?: ((progress: RestoreProgress) => void) | undefined
  /** What the restored pharmacies are: only a copy may become the shop. Null: nothing is marked, nobody opens it. */
  kind?: CopyKind | null
  /** Folder of PostgreSQL's programs (`POSTGRES_BIN`); without it, those that npm installed. */
  binaries?: string | undefined
  /** Persons who were erased, as other places than `from` know. */
  erased?: readonly Erased[]
}

/** `done` of `of` pieces; a step without pieces has none. */
export type RestoreProgress = { step: 'checking' | 'unpacking' | 'log' | 'replaying'; done: number; of: number }

/**
 * `baseAt`: the base that was taken. `lastCommitAt`: the last commit that is there after the base; null: none.
 * `loggedUntil`: everything committed until then is there. `skipped`: by how much the numbers of papers jumped.
 * `erased`: persons who were erased after what was restored, and are here too. `unread`: lists of them that are damaged.
 */
export type Restored = {
  baseAt: Date
  lastCommitAt: Date | null
  loggedUntil: Date
  skipped: number
  erased: number
  unread: string[]
  hasSecretsToSet: boolean
}

/**
 * Makes a data directory from a backup. Everything is unpacked, checked and recovered beside the target, which gets its
 * name at the end. Throws `RestoreRefusal` with a French sentence; then nothing was touched.
 */
export async function restore(order: RestoreOrder): Promise<Restored> {
  const { from, to, at, key, erased = [], onProgress = () => undefined } = order
  const target = resolve(to)
  await refuseTarget(target)
  const owner = await ownerOf(target)
  const choice = await chooseBase(from, at, key.recipient)
  if (choice.base.recipient !== key.recipient)
    throw new RestoreRefusal(
      `Cette clé n’ouvre pas cette sauvegarde, qui est d’une autre pharmacie ou d’une autre fiche de secours : elle demande la fiche marquée ${choice.base.recipient}.`,
    )
  await refuseNewer(choice)
  await checkParts(choice, (done, of) => onProgress({ step: 'checking', done, of }))
  const part = partOf(target)
  try {
    await removeAbandoned(target)
    await mkdir(part, { recursive: true, mode: 0o711 })
    const lists = await readErased(from, key.identity)
    // The folder of one shop: after a new version of PostgreSQL, that of another system beside it knows more.
    const around = await readErased(dirname(resolve(from)), key.identity).catch(() => ({ erased: [] }))
    const restored = await fill(part, choice, {
      ...order,
      owner,
      erased: [...erased, ...lists.erased, ...around.erased],
    })
    await rmdir(target).catch(() => undefined)
    await rename(part, target)
    // A list of another pharmacy on the medium is not ours to read.
    const shop = dirname(dirname(choice.base.folder))
    return { ...restored, unread: lists.unread.filter((path) => path.startsWith(shop)) }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new RestoreRefusal(`Il n’y a pas assez de place à côté de ${target}.`, { cause: error })
    const { code = '', path = '' } = error as NodeJS.ErrnoException
    if (['EACCES', 'EPERM', 'EROFS'].includes(code) && path.startsWith(dirname(target)))
      throw new RestoreRefusal(`Ce compte ne peut pas écrire dans ${dirname(target)} (${code}).`, { cause: error })
    throw error
  }
}

/** The account that has the target when root restores into an empty folder of another one, as that of the service. */
async function ownerOf(target: string): Promise<Account | undefined> {
  const found = await stat(target).catch(() => undefined)
  return process.getuid?.() === 0 && found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function partOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.restore-${process.pid}`)
}

/** Ends and removes what the restore of this process into `to` has made so far. The process ends then. */
export function abandonRestore(to: string): Promise<void> {
  return removePart(partOf(resolve(to)))
}

/** Ends and removes what killed restores into this target left; the name of the folder has the id of the process. */
async function removeAbandoned(target: string): Promise<void> {
  const prefix = `.${basename(target)}.restore-`
  const names = await readdir(dirname(target)).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix) && /^\d+$/.test(one.slice(prefix.length)))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue
    await removePart(join(dirname(target), name))
  }
}

async function removePart(part: string): Promise<void> {
  const running = await processesOn(join(part, 'postgresql', 'data')).catch(() => [])
  for (const pid of running ?? []) process.kill(pid, 'SIGKILL')
  await rm(part, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

async function refuseTarget(target: string): Promise<void> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new RestoreRefusal(`${target} n’est pas un dossier où restaurer (${error.code}).`)
  })
  if (names.length > 0)
    throw new RestoreRefusal(`${target} n’est pas vide : indiquez avec --to un dossier neuf. Rien n’a été touché.`)
  const [disk, above] = await Promise.all([target, dirname(target)].map((path) => stat(path).catch(() => undefined)))
  if (disk && disk.dev !== above?.dev)
    throw new RestoreRefusal(`${target} est un disque à lui seul : indiquez avec --to un dossier neuf dessus.`)
}

async function refuseNewer({ base }: Choice): Promise<void> {
  const known = (await readMigrations()).map(({ name }) => name)
  if (!known.includes(base.migration)) throw newer()
}

function newer(): RestoreRefusal {
  return new RestoreRefusal(
    'Cette sauvegarde a été faite par une version plus récente d’Officine : installez-la d’abord. Rien n’a été touché.',
  )
}

async function fill(
  part: string,
  choice: Choice,
  {
    at,
    position,
    key: { identity },
    kind = 'copy',
    binaries,
    owner,
    erased = [],
    onProgress = () => undefined,
  }: RestoreOrder & { owner: Account | undefined },
): Promise<Omit<Restored, 'unread'>> {
  const { base } = choice
  const folder = join(part, 'postgresql')
  const data = join(folder, 'data')
  await mkdir(folder, { mode: 0o700 })
  if (owner) await lchown(folder, owner.uid, owner.gid)
  const account = await serverAccount({ data, folder })
  await mkdir(data, { recursive: true, mode: 0o700 })
  const { major } = binaries ? await namedBinaries(binaries, account) : await readyBinaries(folder, account)
  if (major !== base.engine)
    throw new RestoreRefusal(
      `Cette sauvegarde est de PostgreSQL ${base.engine} ; cette version d’Officine apporte PostgreSQL ${major}. Restaurez-la avec la version d’Officine qui l’a faite.`,
    )
  await unpackBase(base, data, identity, (done, of) => onProgress({ step: 'unpacking', done, of }))
  const log = await unpackLog(choice, data, identity, (done, of) => onProgress({ step: 'log', done, of }))
  if (log.hasGap && !(at && at <= log.at))
    throw new RestoreRefusal(
      `Il manque un morceau du journal : « --at ${log.at.toISOString()} » restaure tout ce qui le précède.`,
    )
  const keys = await readKeys(base, identity)
  // The sheet in the safe opens the backups of the restored pharmacy too.
  await writeKeys(part, { ...keys, 'backup-identity': identity })
  await addToErasedList(part, erased)
  await writeFile(join(data, 'recovery.signal'), '')
  if (account) {
    await lchown(folder, account.uid, account.gid)
    for (const entry of await readdir(folder, { recursive: true }))
      await lchown(join(folder, entry), account.uid, account.gid)
  }
  if (owner)
    for (const name of ['.', ...(await readdir(part)).filter((one) => one !== 'postgresql')])
      await lchown(join(part, name), owner.uid, owner.gid)
  onProgress({ step: 'replaying', done: 0, of: 0 })
  const lastCommitAt = await recover({ directory: folder, binaries }, kind === null ? fleeting : {}, { at, position })
  const baseAt = new Date(base.finishedAt)
  const loggedUntil = at && at < log.at ? at : log.at
  const restored = { baseAt, lastCommitAt, loggedUntil, skipped: 0, erased: 0, hasSecretsToSet: 'restored.env' in keys }
  if (kind === null) return restored
  // Applies the migrations that are newer than the backup.
  const database = await openDatabase({ directory: folder, binaries }).catch((error: Error) => {
    throw /newer than this program/.test(error.message) ? newer() : error
  })
  try {
    // A bare computer may have a clock that is behind: what the medium has was done at least.
    const marking = { kind, holdsUntil: loggedUntil, now: new Date(Math.max(Date.now(), log.at.getTime())) }
    const skipped = await database.platform((tx) => markCopies(tx, marking))
    const { count } = await keepErased(database, part, marking.now)
    return { ...restored, skipped, erased: count }
  } finally {
    await database.close()
  }
}

/** For a PostgreSQL whose data are removed at once: nothing must outlive a power cut. */
export const fleeting = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

type Until = Pick<RestoreOrder, 'at' | 'position'>

/** Replays the log up to a moment, or all of it. Resolves with the time of the last commit that was replayed. */
async function recover(
  where: { directory: string; binaries: string | undefined },
  settings: Record<string, string>,
  { at, position }: Until,
): Promise<Date | null> {
  const all = {
    // The log lies in its place already: there is nothing to fetch.
    restore_command: 'exit 1',
    recovery_target_action: 'promote',
    // No connection until everything is there.
    hot_standby: 'off',
    ...untilSettings({ at, position }),
    ...settings,
  }
  try {
    const engine = await openEmbedded({ ...where, settings: all })
    try {
      return await lastReplayed(engine.adminUrl)
    } finally {
      await engine.stop()
    }
  } catch (error) {
    const isShort =
      at !== undefined &&
      error instanceof EmbeddedError &&
      error.message.includes('recovery ended before configured recovery target was reached')
    if (!isShort) throw error
    if (position !== undefined)
      throw new RestoreRefusal(`Le journal de la sauvegarde s’arrête avant ${writePosition(position)}.`, {
        cause: error,
      })
    // Nothing was committed after that moment: all of the log is what was asked.
    return recover(where, settings, {})
  }
}

function untilSettings({ at, position }: Until): Record<string, string> {
  if (position !== undefined) return { recovery_target_lsn: writePosition(position), recovery_target_inclusive: 'off' }
  // PostgreSQL counts microseconds: what was committed within this millisecond is there too.
  return at ? { recovery_target_time: at.toISOString().replace('Z', '999+00') } : {}
}
